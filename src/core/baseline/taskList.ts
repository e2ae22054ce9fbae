/**
 * The tasks that a list names, in its order: ids between blanks, commas or quotes, in JSON or plain
 * text, or the `task_id` fields of rows. A bare number means the one task whose id ends in it.
 *
 * @param ids those that there are
 */
export function readTaskList(
  text: string,
  ids: readonly string[],
): { readonly found: readonly string[]; readonly unknown: readonly string[] } {
  const known = new Set(ids);
  const byNumber = new Map(ids.map((id) => [/\d+$/.exec(id)?.[0] ?? id, id]));
  const found = new Set<string>();
  const unknown = new Set<string>();
  for (const word of wordsOf(text)) {
    const id = known.has(word) ? word : byNumber.get(word);
    if (id === undefined) unknown.add(word);
    else found.add(id);
  }
  return { found: [...found], unknown: [...unknown] };
}

function wordsOf(text: string): readonly string[] {
  const fields = [...text.matchAll(/"task_id"\s*:\s*"([^"]+)"/g)].flatMap(([, id]) => id ?? []);
  return fields.length > 0 ? fields : text.split(/[\s,;"'[\]]+/).filter((word) => word !== '');
}
