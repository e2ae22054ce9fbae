import type { DatasetTask } from '../src/core/dataset.js';
import { DOMAINS, domainsOf } from '../src/core/domains.js';

/** `size` tasks with each domain's share of them, evenly spread over the domain's tasks. */
export function sample(all: readonly DatasetTask[], size: number): readonly DatasetTask[] {
  const chosen = new Set<DatasetTask>();
  for (const domain of DOMAINS) {
    const members = all.filter(({ task }) => domainsOf(task)[0] === domain);
    const share = Math.round((members.length / all.length) * size);
    for (let index = 0; index < share; index++) {
      const member = members[Math.floor((index * members.length) / share)];
      if (member) chosen.add(member);
    }
  }
  return all.filter((entry) => chosen.has(entry));
}
