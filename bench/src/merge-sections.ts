import { provenance } from "./report.ts"
import type { Section } from "./table.ts"

/** The measurements of a page that was written earlier. */
export const sectionsIn = (page: string): Section[] =>
  page
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ title: text.slice("## ".length, text.indexOf("\n")), text: `${text.trimEnd()}\n` }))
    .filter(({ title }) => title !== provenance)

/**
 * A page's sections, in which new measurements replace old ones. A new section follows the sections that `order` names
 * before it; a section that `order` does not name is the last.
 */
export function mergeSections(
  old: readonly Section[],
  fresh: readonly Section[],
  order: readonly string[],
): Section[] {
  const all = old.map((section) => fresh.find(({ title }) => title === section.title) ?? section)
  const rankOf = ({ title }: Section): number => (order.includes(title) ? order.indexOf(title) : order.length)
  for (const section of fresh)
    if (!all.includes(section))
      all.splice(all.findLastIndex((each) => rankOf(each) <= rankOf(section)) + 1, 0, section)
  return all
}
