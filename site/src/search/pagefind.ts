/** Takes the place of Pagefind's module, which finds only pages with all words of a question. */
import { type FoundPage, rankByPhrases, ranking, rankPages, splitQuestion } from "./ranking.ts"

/** A part of a page, with the words around those that were found. */
type Excerpt = { readonly url: string; readonly excerpt: string }

type PageText = Excerpt & {
  readonly meta: { readonly title?: string; readonly about?: string; readonly phrases?: string }
  readonly sub_results: readonly Excerpt[]
}

type LoadedPage = FoundPage & { data(): Promise<PageText> }

type Found = { readonly results: readonly LoadedPage[] }

type Pagefind = {
  options(options: object): Promise<void>
  search(question: string | null, options?: object): Promise<Found>
  preload(question: string, options?: object): Promise<void>
  filters(): Promise<object>
  mergeIndex(path: string, options?: object): Promise<void>
  destroy(): Promise<void>
}

const engine: Pagefind = await import(new URL("engine.js", import.meta.url).href)
const settings = { basePath: new URL("./", import.meta.url).href, ranking }
await engine.options(settings)

export const { preload, filters, mergeIndex, destroy } = engine

export const options = (given: object): Promise<void> => engine.options({ ...given, ...settings })

export async function search(question: string | null, searchOptions?: object): Promise<Found> {
  const words = splitQuestion(question ?? "")
  const found = await engine.search(words.length > 0 ? words.join(" ") : question, searchOptions)
  const perWord = await Promise.all(words.map((word) => engine.search(word, searchOptions)))
  const pages = perWord.map((answer) => answer.results)
  const results = words.length === 0 ? found.results : await rankResults(found.results, pages, words)
  for (const page of results) describePage(page)
  return { ...found, results }
}

// The texts of the first pages are loaded anyway, because they are shown.
const comparedPages = 8

async function rankResults(
  whole: readonly LoadedPage[],
  perWord: readonly (readonly LoadedPage[])[],
  words: readonly string[],
): Promise<LoadedPage[]> {
  const ranked = rankPages(whole, perWord)
  const compared = ranked.slice(0, comparedPages)
  const phrases = await Promise.all(compared.map(({ page }) => readPhrases(page)))
  return [...rankByPhrases(compared, words, phrases), ...ranked.slice(comparedPages)].map(({ page }) => page)
}

/** The phrases that people type to find a page, and its title. */
async function readPhrases(page: LoadedPage): Promise<string[]> {
  const { title = "", phrases = "" } = (await page.data()).meta
  return [title, ...phrases.split(",")]
}

/** Shows what a page is about instead of the words for the search, which stand at its top. */
function describePage(page: LoadedPage): void {
  const load = page.data
  page.data = async () => {
    const text = await load.call(page)
    const { about, phrases: _, ...meta } = text.meta
    if (about === undefined) return text
    const { url } = text
    const parts = text.sub_results.map((part) =>
      part.url === `${url}#_top` ? { ...part, url, excerpt: about } : part,
    )
    return { ...text, meta, excerpt: about, sub_results: parts }
  }
}
