import { existsSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { repository } from "../../packages/mortise/src/cli/program/docs-url.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { toSlug } from "./slug.ts"

const fenceOrCode = /(^[ \t]*```[\s\S]*?^[ \t]*```|``[^`]+``|`[^`\n]+`)/m
const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#|\/)([^)\s]+)\)/g
const home = new RegExp(`\\]\\(${repository}/(?:blob|tree)/main/([^)\\s]+)\\)`, "g")

/** Applies a change to the parts of a page that are not code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  const parts: string[] = []
  let rest = text
  for (let match = fenceOrCode.exec(rest); match; match = fenceOrCode.exec(rest)) {
    parts.push(rest.slice(0, match.index), match[0])
    rest = rest.slice(match.index + match[0].length)
  }
  parts.push(rest)
  // A link's text may contain code, so code is put aside before links are searched.
  const prose = parts.map((part, index) => (index % 2 ? `\uE000${index}\uE001` : part)).join("")
  return change(prose).replace(/\uE000(\d+)\uE001/g, (_, index) => parts[Number(index)] ?? "")
}

/** Lets a page's links lead to pages of the site, and its links to other files to the repository. */
export function withSiteLinks(file: string, text: string, pages: ReadonlySet<string>): string {
  return outsideCode(text, (prose) =>
    prose
      .replace(link, (_, image: string, label: string, target: string) => {
        const [path = "", anchor] = target.split("#")
        const address = toAddress(normalize(join(dirname(file), path)), pages, image !== "", file)
        return `${image}[${label}](${address}${anchor ? `#${anchor}` : ""})`
      })
      .replace(home, (whole, target: string) => {
        const [path = "", anchor] = target.split("#")
        if (!pages.has(path)) return whole
        return `](${toAddress(path, pages, false, file)}${anchor ? `#${anchor}` : ""})`
      }),
  )
}

function toAddress(path: string, pages: ReadonlySet<string>, isImage: boolean, file: string): string {
  if (path === "README.md" || path === ".") return "/"
  if (isImage) return `/${toSlug(path)}`
  for (const page of [path, join(path, "README.md")]) if (pages.has(page)) return `/${toSlug(page)}/`
  if (!existsSync(join(root, path))) throw new Error(`${file} links to ${path}, which does not exist.`)
  const kind = statSync(join(root, path)).isDirectory() ? "tree" : "blob"
  return `${repository}/${kind}/main/${path.replace(/\/$/, "")}`
}
