import { escapeHtml } from "./escape-html.ts"
import { outsideCode } from "./links.ts"

/** A page as Starlight reads it. */
export type Page = {
  readonly title: string
  readonly description: string
  readonly body: string
  /** Words that people type to find the page. The search weighs them most, and the page does not show them. */
  readonly search?: string
  /** Further lines of the front matter. */
  readonly matter?: Readonly<Record<string, unknown>>
}

const searchWords = /^<!-- Search: ([^<>]+?) -->\n+/m

/**
 * The page of a Markdown file: its heading becomes the title, and its first sentence the description. A comment
 * `<!-- Search: … -->` below the heading, which GitHub does not show, has the words for the search.
 */
export function parsePage(markdown: string): Page {
  const [, heading = "", text = ""] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
  if (heading === "") throw new Error("A page must begin with a heading.")
  const search = searchWords.exec(text)?.[1]
  const rest = text.replace(searchWords, "")
  return {
    ...(search !== undefined && { search }),
    title: plain(heading),
    description: firstSentence(rest),
    body: withTransitions(withFileNames(rest)),
  }
}

/** The text of a file that Starlight reads. */
export const formatPage = ({ title, description, body, search, matter = {} }: Page): string =>
  `---\n${Object.entries({ title, description, ...matter })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n${search === undefined ? "" : formatSearch(search, description)}${body}`

// Pagefind indexes hidden elements. Above the body, so that they belong to no section, and a list's low weight does not
// apply. The search shows the description in their place.
const formatSearch = (words: string, description: string): string =>
  `<p hidden data-pagefind-weight="10" data-pagefind-meta="about[data-about],phrases[data-phrases]" data-about="${escapeHtml(description)}" data-phrases="${escapeHtml(words)}">${words.replace(/\s+/g, " ")}</p>\n\n`

/** Text without the marks of Markdown. */
export const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim()

function firstSentence(text: string): string {
  const paragraph = text.split(/\n\n+/).find((part) => /^[A-Z`*[]/.test(part.trim())) ?? ""
  const flat = plain(paragraph.replaceAll("\n", " "))
  return /^.*?[.:?](?=\s|$)/.exec(flat)?.[0].replace(/:$/, ".") ?? flat
}

/** Code blocks that name their file get it as a title. Marks for the tests are removed. */
const withFileNames = (text: string): string =>
  text.replace(/^([ \t]*)```(\w+)[ \t]+(\S.*)$/gm, (_, margin: string, language: string, info: string) =>
    /^\S+\.\w+$/.test(info) ? `${margin}\`\`\`${language} title="${info}"` : `${margin}\`\`\`${language}`,
  )

/** A diagram of states as a table of its transitions, which needs no script and can be searched. */
const withTransitions = (text: string): string =>
  text.replace(/^```mermaid\nstateDiagram[^\n]*\n([\s\S]*?)^```/gm, (_, lines: string) =>
    [
      "| from | to | when · operations |",
      "|---|---|---|",
      ...[...lines.matchAll(/^\s*(\S+) --> (\S+?)(?:: (.*))?$/gm)].map(
        ([, from = "", to = "", when = ""]) => `| ${state(from)} | ${state(to)} | ${cell(when)} |`,
      ),
    ].join("\n"),
  )

const state = (name: string): string => (name === "[*]" ? "–" : name)

/** A page that search ranks below guides: long lists that contain every word. */
export const quiet = (page: Page): Page => ({
  ...page,
  body: `<div data-pagefind-weight="0.2">\n\n${page.body}\n\n</div>\n`,
})

/** Text for a cell of a table. */
export const cell = (text: string): string =>
  outsideCode(text.replaceAll("\n", " "), (prose) => prose.replaceAll("<", "&lt;")).replaceAll("|", "\\|")
