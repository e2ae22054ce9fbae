/** Orders names so that numbers in them count as numbers: BigCodeBench/2 comes before BigCodeBench/10. */
export const naturally = new Intl.Collator('en', { numeric: true }).compare;
