/**
 * How Pagefind ranks. Words that people type stand in a field of each page, so how often a word occurs counts, and a
 * title counts little: "better" is not a question about better-sqlite3.
 */
export const ranking = {
  pageLength: 0.2,
  termFrequency: 1,
  termSaturation: 2,
  termSimilarity: 9,
  metaWeights: { title: 0.5 },
}

const name = "virtual:starlight/pagefind-config"

/** Gives the search its ranking. Starlight's own option refuses `metaWeights`. */
export const searchRanking = {
  name: "search ranking",
  enforce: "pre" as const,
  resolveId: (id: string) => (id === name ? `\0ranked:${name}` : undefined),
  load: (id: string) =>
    id === `\0ranked:${name}`
      ? `export const pagefindUserConfig = ${JSON.stringify({ ranking })}`
      : undefined,
}
