/**
 * How Pagefind ranks. Words that people type stand in a field of each page, so how often a word occurs counts, and a
 * title counts little: "better" is not a question about better-sqlite3. `about` is only shown.
 */
export const ranking = {
  pageLength: 0.2,
  termFrequency: 1,
  termSaturation: 2,
  termSimilarity: 9,
  metaWeights: { title: 0.5, about: 0 },
}

/** A page that Pagefind has found. It forgets the page's text when the object is collected, so it is never copied. */
export type FoundPage = { readonly id: string; readonly score: number }

const maxPages = 20

/** Words that make a sentence of a question, and say nothing about its page. */
const fillers = new Set(
  "a all an and are as at be can do does for from get how i if in into is it my of on or our so that the them they this to vs want was we what when where which who why will with without you your".split(
    " ",
  ),
)

/** The words of a question that each are searched for, or none if it must be searched for as it stands. */
export function splitQuestion(question: string): readonly string[] {
  if (/^\s*".+"\s*$/.test(question)) return []
  const words = question.toLowerCase().match(/[\p{L}\p{N}@][\p{L}\p{N}@./_-]*/gu) ?? []
  const telling = words.filter((word) => !fillers.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
}

/**
 * Ranks the pages that have any word of a question: people type words that no page has. A rare word counts more than a
 * frequent one, and several more than one of them often. In a question of two words, pages with both come first.
 *
 * @param whole the pages with all words
 * @param perWord the pages with each word
 */
export function rankPages<Page extends FoundPage>(
  whole: readonly Page[],
  perWord: readonly (readonly Page[])[],
): Page[] {
  const isShort = perWord.length <= 2
  // The entry of a page with all words marks all of them in the text that is shown.
  const pages = new Map(whole.map((page) => [page.id, page]))
  const scores = new Map(isShort ? whole.map(({ id, score }) => [id, 1_000 + score]) : [])
  const isRanked = new Set(scores.keys())
  for (const page of perWord.flat().sort((a, b) => b.score - a.score)) {
    if (!pages.has(page.id)) pages.set(page.id, page)
    if (!isRanked.has(page.id)) scores.set(page.id, (scores.get(page.id) ?? 0) + Math.sqrt(page.score))
  }
  const ranked = [...pages.values()].sort((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0))
  return ranked.slice(0, maxPages)
}
