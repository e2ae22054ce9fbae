/** What every page and the extension say to each other, whatever the page shows. */
import * as v from 'valibot';

/** Page to extension: asks for what it shows, when it is new and each time it comes out of hiding. */
export const ReadySchema = v.object({ type: v.literal('ready') });
export type Ready = v.InferOutput<typeof ReadySchema>;

/** What VS Code keeps of a page while it is hidden or the window reloads. */
export const KeptPageSchema = v.object({
  /** What the page is about, by the id that the extension gave it. */
  subject: v.string(),
  /** How the user has arranged it; each page knows its own. */
  arrangement: v.optional(v.unknown()),
});
export type KeptPage = v.InferOutput<typeof KeptPageSchema>;
