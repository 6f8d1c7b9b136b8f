/** Takes the place of Pagefind's module, which finds only pages with all words of a question. */
import { type FoundPage, ranking, rankPages, splitQuestion } from "./ranking.ts"

type Found = { readonly results: readonly FoundPage[] }

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
  const found = await engine.search(question, searchOptions)
  const words = splitQuestion(question ?? "")
  if (words.length === 0) return found
  const perWord = await Promise.all(words.map((word) => engine.search(word, searchOptions)))
  const results = rankPages(
    found.results,
    perWord.map((one) => one.results),
  )
  return { ...found, results }
}
