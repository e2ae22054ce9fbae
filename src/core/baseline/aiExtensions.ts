import * as v from 'valibot';

/** What an extension's package.json says of what it is for. */
const ManifestSchema = v.object({
  categories: v.optional(v.array(v.string()), []),
  contributes: v.optional(v.record(v.string(), v.unknown()), {}),
});

const CATEGORIES: ReadonlySet<string> = new Set(['AI', 'Chat']);
/** What an extension contributes that answers by a language model or brings one. */
const CONTRIBUTIONS = [
  'chatAgents',
  'chatParticipants',
  'languageModelChatProviders',
  'languageModels',
  'languageModelTools',
  'mcpServerDefinitionProviders',
];
/** Those that say neither of themselves. */
const KNOWN: ReadonlySet<string> = new Set([
  'amazonwebservices.amazon-q-vscode',
  'amazonwebservices.aws-toolkit-vscode',
  'anthropic.claude-code',
  'augment.vscode-augment',
  'blackboxapp.blackbox',
  'codeium.codeium',
  'codeium.windsurf',
  'continue.continue',
  'github.copilot',
  'github.copilot-chat',
  'google.geminicodeassist',
  'googlecloudtools.cloudcode',
  'openai.chatgpt',
  'rooveterinaryinc.roo-cline',
  'saoudrizwan.claude-dev',
  'sourcegraph.amp',
  'sourcegraph.cody-ai',
  'supermaven.supermaven',
  'tabnine.tabnine-vscode',
  'visualstudioexptteam.intellicode-api-usage-examples',
  'visualstudioexptteam.vscodeintellicode',
  'visualstudioexptteam.vscodeintellicode-completions',
]);

/**
 * Whether an extension completes, writes or explains code by AI, as far as can be told: by its
 * category, by what it contributes, or by its name.
 * @param manifest its package.json's value
 */
export function isAiExtension(id: string, manifest: unknown): boolean {
  if (KNOWN.has(id.toLowerCase())) return true;
  const parsed = v.safeParse(ManifestSchema, manifest);
  if (!parsed.success) return false;
  const { categories, contributes } = parsed.output;
  return (
    categories.some((category) => CATEGORIES.has(category)) ||
    CONTRIBUTIONS.some((contribution) => contribution in contributes)
  );
}
