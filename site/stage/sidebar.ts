import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../../scripts/ensure-install.mjs"
import { sourceFiles } from "../../scripts/source/source-files.ts"
import { type Entry, type Group, groups } from "./site-map.ts"
import { toPageAddress } from "./slug.ts"

const isGroup = (entry: Entry | Group): entry is Group => "label" in entry

const listPages = ({ entries }: Group): string[] =>
  entries.flatMap((entry) => (isGroup(entry) ? listPages(entry) : [entry[1]]))

/** The Markdown files that become pages, README.md excepted, which the start page replaces. */
export function sources(): string[] {
  const listed = groups()
    .flatMap(listPages)
    .filter((page) => page.endsWith(".md"))
  const missing = listed.filter((page) => !existsSync(join(root, page)))
  const unlisted = sourceFiles(join(root, "docs"), ".md")
    .map((file) => relative(root, file))
    .filter((page) => !listed.includes(page))
  if (missing.length + unlisted.length > 0)
    throw new Error(
      `site/stage/sidebar.ts must list every page of docs/. Missing files: ${missing.join(", ") || "none"}. Pages to add: ${unlisted.join(", ") || "none"}.`,
    )
  return listed
}

type Item =
  | { readonly label: string; readonly link: string }
  | { readonly label: string; readonly collapsed: boolean; readonly items: readonly Item[] }

const toItem = (entry: Entry | Group): Item =>
  isGroup(entry)
    ? { label: entry.label, collapsed: !entry.open, items: entry.entries.map(toItem) }
    : { label: entry[0], link: toPageAddress(entry[1]) }

/** The sidebar in the form that Starlight reads. */
export const sidebar = (): Item[] => groups().map(toItem)
