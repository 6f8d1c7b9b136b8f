/**
 * How Pagefind ranks. Words that people type stand in a field of each page, so how often a word occurs counts, and a
 * title counts little: "better" is not a question about better-sqlite3. `about` is only shown, `phrases` only compared.
 */
export const ranking = {
  pageLength: 0.2,
  termFrequency: 1,
  termSaturation: 2,
  termSimilarity: 9,
  metaWeights: { title: 0.5, about: 0, phrases: 0 },
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
): RankedPage<Page>[] {
  const isShort = perWord.length <= 2
  // The entry of a page with all words marks all of them in the text that is shown.
  const pages = new Map(whole.map((page) => [page.id, page]))
  const scores = new Map(isShort ? whole.map(({ id, score }) => [id, 1_000 + score]) : [])
  const isRanked = new Set(scores.keys())
  for (const page of perWord.flat().sort((a, b) => b.score - a.score)) {
    if (!pages.has(page.id)) pages.set(page.id, page)
    if (!isRanked.has(page.id)) scores.set(page.id, (scores.get(page.id) ?? 0) + Math.sqrt(page.score))
  }
  const ranked = [...pages.values()]
    .map((page) => ({ page, score: scores.get(page.id) ?? 0 }))
    .sort((a, b) => b.score - a.score)
  return ranked.slice(0, maxPages)
}

/** A page with its score by single words. */
export type RankedPage<Page extends FoundPage> = { readonly page: Page; readonly score: number }

const phraseWeight = 0.8

/**
 * Ranks pages again by their score and by the phrase of each that is most like the question. Single words cannot tell
 * "test my adapter" from "test Better Auth adapter".
 *
 * @param words the words of the question
 * @param phrases the phrases of each page
 */
export function rankByPhrases<Page extends FoundPage>(
  ranked: readonly RankedPage<Page>[],
  words: readonly string[],
  phrases: readonly (readonly string[])[],
): RankedPage<Page>[] {
  const best = ranked[0]?.score || 1
  const question = new Set(words.map(stemWord))
  const rankPage = ({ score }: RankedPage<Page>, index: number): number =>
    score / best +
    phraseWeight * Math.max(0, ...(phrases[index] ?? []).map((text) => compareTo(question, text)))
  return ranked
    .map((entry, index) => ({ page: entry.page, score: rankPage(entry, index) }))
    .sort((a, b) => b.score - a.score)
}

/** The square of the share of words that a phrase has in common with a question. */
function compareTo(question: ReadonlySet<string>, phrase: string): number {
  const words = new Set(splitQuestion(phrase).map(stemWord))
  const common = [...words].filter((word) => question.has(word)).length
  return (common / (question.size + words.size - common)) ** 2
}

/** The word without the ending of its plural or of a form of a verb. */
const stemWord = (word: string): string => word.replace(/(?<=\w{3})(ing|ies|es|s|ed|e)$/, "")
