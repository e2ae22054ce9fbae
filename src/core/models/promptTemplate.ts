import { UserError } from '../errors.js';

const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Fills in a prompt template: `{{name}}` stands for a value.
 * @param file named in errors
 * @throws {UserError} for a name that there is no value for
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  file: string,
): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new UserError(
      `${file}: there is no value for {{${name}}} here. Expected some of ${Object.keys(values)
        .map((known) => `{{${known}}}`)
        .join(', ')}.`,
    );
  });
}
