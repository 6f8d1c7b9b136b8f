import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../../packages/mortise/src/cli/program/docs-url.ts"
import { root } from "../ensure-install.mjs"
import { packages } from "../source/packages.ts"

/** Writes the licence into a package's folder. The repository's README becomes the library's. */
export function writePackageFiles(folder: string): void {
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  if (folder === packages.mortise)
    writeFileSync(join(folder, "README.md"), withAbsoluteLinks(readFileSync(join(root, "README.md"), "utf8")))
}

/** A page of the repository whose links and images also work elsewhere. */
function withAbsoluteLinks(page: string): string {
  return page.replace(/(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)]+)\)/g, (_, image, text, target) => {
    const path = target.split("#")[0] as string
    if (!existsSync(join(root, path))) throw new Error(`README.md links to ${target}, which does not exist.`)
    return `${image}[${text}](${repository}/${image ? "raw" : "blob"}/main/${target})`
  })
}
