import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the pages' scripts and styles are. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** A page's document: its own script and style, and nothing from anywhere else. */
export function pageHtml(
  webview: vscode.Webview,
  root: vscode.Uri,
  page: string,
  title: string,
): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'nonce-${nonce}'; font-src ${webview.cspSource};" />
    <meta property="csp-nonce" content="${nonce}" />
    <link rel="stylesheet" href="${file(`${page}.css`)}" />
    <title>${title}</title>
  </head>
  <body>
    <script type="module" nonce="${nonce}" src="${file(`${page}.js`)}"></script>
  </body>
</html>`;
}
