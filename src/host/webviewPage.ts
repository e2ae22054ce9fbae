import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { KeptPageSchema, ReadySchema } from '../shared/page.js';

/** Changes come by the dozen while tasks run; pages are drawn again at most this often. */
const REDRAW_DELAY_MS = 300;

/** A kind of page, whatever each one of them is about. */
export interface PageKind<Received, Sent> {
  /** Of its script and style, of its icons in `media` and, after a prefix, of its panels. */
  readonly name: string;
  readonly title: string;
  /** Of what a page sends besides `ready`. */
  readonly messages: v.GenericSchema<unknown, Received>;
  /** What a page about this subject shows; undefined where the subject is gone, and so is its page. */
  contentOf(subject: string): Promise<Sent | undefined>;
  receive(subject: string, message: Received): void;
}

/**
 * All pages of a kind, at most one opened for a subject. They come back when the window reloads:
 * each keeps its subject, which therefore has to mean the same in every session.
 */
export class WebviewPages<Received, Sent>
  implements vscode.WebviewPanelSerializer, vscode.Disposable
{
  readonly #subjects = new Map<vscode.WebviewPanel, string>();
  readonly #viewType: string;
  readonly #serializer: vscode.Disposable;
  #redrawing: NodeJS.Timeout | undefined;

  constructor(
    private readonly kind: PageKind<Received, Sent>,
    private readonly extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#viewType = `bigcodebench.${kind.name}`;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(this.#viewType, this);
  }

  /** Shows a subject's page. */
  open(subject: string, title: string): void {
    const [existing] = [...this.#subjects].find(([, shown]) => shown === subject) ?? [];
    if (existing) existing.reveal();
    else {
      const column = vscode.ViewColumn.Active;
      this.#adopt(vscode.window.createWebviewPanel(this.#viewType, title, column), subject);
    }
  }

  /** Called by VS Code for a page of the last session. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(KeptPageSchema, state);
    if (kept.success) this.#adopt(panel, kept.output.subject);
    else panel.dispose();
    return Promise.resolve();
  }

  /** Has every page show what there is now, soon. */
  redraw(): void {
    this.#redrawing ??= setTimeout(() => {
      this.#redrawing = undefined;
      for (const [panel, subject] of this.#subjects) void this.#send(panel, subject);
    }, REDRAW_DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.#redrawing);
    this.#serializer.dispose();
    for (const panel of this.#subjects.keys()) panel.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, subject: string): void {
    const root = vscode.Uri.joinPath(this.extensionUri, 'dist', 'webview');
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(this.extensionUri, 'media', `${this.kind.name}-${theme}.svg`);
    this.#subjects.set(panel, subject);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.#receive(panel, subject, message);
    });
    panel.onDidDispose(() => this.#subjects.delete(panel));
    panel.webview.html = pageHtml(panel.webview, root, this.kind, subject);
  }

  #receive(panel: vscode.WebviewPanel, subject: string, message: unknown): void {
    if (v.is(ReadySchema, message)) {
      void this.#send(panel, subject);
      return;
    }
    const parsed = v.safeParse(this.kind.messages, message);
    if (parsed.success) this.kind.receive(subject, parsed.output);
    else {
      const reason = v.summarize(parsed.issues);
      this.log.error(`The page ${this.kind.name} sent a message that does not fit: ${reason}`);
    }
  }

  async #send(panel: vscode.WebviewPanel, subject: string): Promise<void> {
    try {
      const content = await this.kind.contentOf(subject);
      if (!this.#subjects.has(panel)) return;
      if (content === undefined) panel.dispose();
      else await panel.webview.postMessage(content);
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
    }
  }
}

/** A page's document: its own script and style, and nothing from anywhere else. */
function pageHtml(
  webview: vscode.Webview,
  root: vscode.Uri,
  { name, title }: Pick<PageKind<unknown, unknown>, 'name' | 'title'>,
  subject: string,
): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (ending: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, `${name}.${ending}`)).toString();
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'nonce-${nonce}'; font-src ${webview.cspSource};" />
    <meta property="csp-nonce" content="${nonce}" />
    <meta name="subject" content="${encodeURIComponent(subject)}" />
    <link rel="stylesheet" href="${file('css')}" />
    <title>${title}</title>
  </head>
  <body>
    <script type="module" nonce="${nonce}" src="${file('js')}"></script>
  </body>
</html>`;
}
