import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../../scripts/ensure-install.mjs"
import { sourceFiles } from "../../scripts/source/source-files.ts"
import { basePath } from "../stage/site-address.ts"

/** The folder of the built site. */
export const dist = join(root, "site/dist")

/** A page of the built site: its address, its links, and the ids that links can lead to. */
export type BuiltPage = {
  readonly address: string
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
}

const tag = /<[a-z][\w-]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/gi

const attributes = (tags: string, name: string): string[] =>
  [...tags.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&").replaceAll("&#38;", "&"),
  )

/** What the check reads in the HTML of a page. */
export function readPage(address: string, html: string): BuiltPage {
  const markup = (html.replace(/<script[\s\S]*?<\/script>/g, "").match(tag) ?? []).join("\n")
  return {
    address,
    links: [...attributes(markup, "href"), ...attributes(markup, "src")],
    ids: new Set(attributes(markup, "id")),
  }
}

/** All pages of the built site. */
export const builtPages = (): BuiltPage[] =>
  sourceFiles(dist, ".html").map((file) =>
    readPage(`${basePath}${relative(dist, file).replace(/index\.html$/, "")}`, readFileSync(file, "utf8")),
  )

/** The links to pages, files and anchors that do not exist, one line each. */
export function deadLinks(pages: readonly BuiltPage[], isFile: (path: string) => boolean): string[] {
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  return pages.flatMap(({ address, links }) =>
    [...new Set(links)].flatMap((link) => {
      if (/^(https?:|mailto:|data:)/.test(link)) return []
      const { pathname, hash } = new URL(link, `http://site${address}`)
      const target = byAddress.get(decodeURI(pathname))
      if (!target) return isFile(decodeURI(pathname)) ? [] : [`${address} links to ${link}: no such page.`]
      const id = decodeURIComponent(hash.slice(1))
      return id === "" || target.ids.has(id) ? [] : [`${address} links to ${link}: no such section.`]
    }),
  )
}
