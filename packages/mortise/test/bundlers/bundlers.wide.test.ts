import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ConsumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { type Bundler, bundlers } from "./bundlers.ts"
import { installBundlers } from "./install.ts"
import { applicationWith } from "./projects.ts"

const slow = 600_000
const email = "ada@example.com"

beforeAll(installBundlers, slow)

describe("SEC-U1 an application without optional packages", () => {
  let project: ConsumerProject
  beforeAll(() => {
    project = applicationWith([])
  })
  afterAll(() => project.remove())

  // The error comes from the library, not from the bundle: one bundler shows it, unless a full run tests them all.
  for (const bundler of isFullRun ? bundlers : bundlers.filter(({ name }) => name === "esbuild"))
    test(
      `is built by ${bundler.name}, and its first call names the packages that a feature needs`,
      async () => {
        expect(await answerOf(bundler, project)).toEqual({
          database: email,
          jwt: expect.stringMatching(/^Error: first call: .*npm install jose`/),
          oauth: expect.stringMatching(/^Error: first call: .*npm install jose oauth4webapi`/),
        })
      },
      slow,
    )
})

describe("SEC-U1 an application with optional packages", () => {
  let project: ConsumerProject
  beforeAll(() => {
    project = applicationWith(["jose", "oauth4webapi"])
  })
  afterAll(() => project.remove())

  for (const bundler of bundlers)
    test(
      `is built by ${bundler.name}, and its features use them`,
      async () => {
        expect(await answerOf(bundler, project)).toEqual({
          database: email,
          jwt: email,
          oauth: "https://github.com/login/oauth/authorize",
        })
      },
      slow,
    )
})

/** Builds the application, starts the bundle and sends one request. */
async function answerOf({ build, start }: Bundler, { folder }: ConsumerProject): Promise<unknown> {
  expect(await build(folder)).not.toMatch(/could not resolve|can't resolve|module not found/i)
  const { url, stop } = await start(folder)
  try {
    return await (await fetch(url)).json()
  } finally {
    await stop()
  }
}
