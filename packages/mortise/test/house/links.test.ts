import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { packages } from "../../../../scripts/source/packages.ts"
import { sourceFiles } from "../../../../scripts/source/source-files.ts"
import { clausesUrl, docsUrl, repository } from "../../src/cli/program/docs-url.ts"

const constant = "packages/mortise/src/cli/program/docs-url.ts"
const modules = Object.values(packages)
  .flatMap((folder) => sourceFiles(join(folder, "src"), ".ts"))
  .map((file) => ({ file: relative(root, file), text: readFileSync(file, "utf8") }))
  .filter(({ file }) => file !== constant)

const found = (pattern: RegExp): { readonly file: string; readonly match: string }[] =>
  modules.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([whole, match = whole]) => ({ file, match })),
  )

test("pages that the packages name exist", () => {
  const links = found(/docsUrl\("([^"]+)"\)/g)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter(({ match }) => !existsSync(join(root, "docs", `${match}.md`)))).toEqual([])
  expect(existsSync(join(root, clausesUrl.replace(`${repository}/blob/main/`, "")))).toBe(true)
})

test("the packages print no path of docs/, which a user does not have, and no address of their own", () => {
  expect(found(/^(?! *(?:\*|\/\*|\/\/)).*docs\/[\w/-]+\.md.*$/gm)).toEqual([])
  expect(found(new RegExp(`.*${repository}.*`, "g"))).toEqual([])
})

test("the address of a page is that of its file in the repository", () => {
  expect(docsUrl("clients/d1")).toBe(`${repository}/blob/main/docs/clients/d1.md`)
})

test.each(Object.values(packages))("the links of %s/package.json lead to the repository", (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  expect(manifest).toMatchObject({
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { url: `git+${repository}.git` },
  })
})
