import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { officialPage } from "./page.ts"

const manifest = new URL("../../../../../package.json", import.meta.url)

// Update the page with `npx vitest run packages/mortise/test/auth/official/page.test.ts --update`.
test("the page about official adapters lists what their tests list", async () => {
  const { devDependencies } = JSON.parse(readFileSync(manifest, "utf8"))
  await expect(officialPage(devDependencies)).toMatchFileSnapshot(
    "../../../../../docs/auth-official-adapters.md",
  )
})
