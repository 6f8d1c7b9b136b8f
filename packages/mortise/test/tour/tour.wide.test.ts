import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { createNarrator } from "../../../../examples/tour/narrator.ts"
import { tour } from "../../../../examples/tour/tour.ts"
import { type Call, watch } from "../../../../examples/tour/watch.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { models } from "../../src/contract/models.ts"
import { operationNames } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const firstOauth = [
  "getUserByAccount",
  "getUserByAccount",
  "getUserByEmail",
  "createUser",
  "linkAccount",
  "createSession",
]
const magicLink = ["useVerificationToken", "getUserByEmail", "getUserByEmail", "createUser", "createSession"]
const expectedCalls = [
  ...firstOauth,
  "getSessionAndUser",
  "deleteSession",
  "getUserByEmail",
  "createVerificationToken",
  ...magicLink,
  "getSessionAndUser",
  "useVerificationToken",
  "deleteSession",
]

/** The operations in the lines of a tour. */
const operationsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => operationNames.filter((name) => line.startsWith(`   ${name} `)))

describe("npm run tour", () => {
  test("prints every call in order, in plain text, and succeeds", () => {
    const run = spawnSync(process.execPath, ["--import", "tsx", "examples/tour/main.ts"], {
      cwd: root,
      encoding: "utf8",
    })
    expect(run.stderr).toBe("")
    expect(run.status).toBe(0)
    expect(operationsIn(run.stdout.split("\n"))).toEqual(expectedCalls)
    expect(run.stdout).toContain("Auth.js returns: Ada Lovelace")
    expect(run.stdout).toContain("Auth.js redirects to /auth/error?error=Verification")
    expect(run.stdout).toContain("Where to look next")
    expect(run.stdout).toContain(
      'DELETE FROM "verification_tokens" WHERE "identifier" = ? AND "token" = ? RETURNING …',
    )
    expect(run.stdout).not.toContain("\u001b")
    expect(run.stdout, "a token that is not masked").not.toMatch(/token=[^•]/i)
  })
})

describe("the tour", () => {
  /** Every secret in the arguments, according to the models. */
  function secretsIn(calls: readonly Call[]): string[] {
    const names = Object.values(models).flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, field]) => "secret" in field && field.secret)
        .map(([name]) => name),
    )
    return calls
      .flatMap(({ args }) => args)
      .flatMap((argument) =>
        typeof argument === "string" ? [] : names.map((name) => Reflect.get(Object(argument), name)),
      )
      .filter((value) => typeof value === "string")
  }

  test("prints no secret, with or without colours", async () => {
    for (const colour of [true, false]) {
      const calls: Call[] = []
      const lines: string[] = []
      const adapter = watch(memoryAdapter(), (call) => void calls.push(call))
      await tour(
        adapter,
        createNarrator((line) => void lines.push(line), colour),
      )

      const secrets = new Set(secretsIn(calls))
      // Two session tokens, one verification token, an access token and an id token.
      expect(secrets.size).toBe(5)
      for (const secret of secrets) expect(lines.join("\n")).not.toContain(secret)
      expect(lines.join("\n").includes("\u001b")).toBe(colour)
    }
  })

  test("prints the verb and the row of each operation", async () => {
    const lines: string[] = []
    await tour(
      memoryAdapter(),
      createNarrator((line) => void lines.push(line.replace(/ +/g, " ").trim()), false),
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        "getUserByAccount findWithUser accounts + users nothing provider=acme providerAccountId=ada",
        expect.stringMatching(/^createUser insert users stored id=[\w-]+ email=ada@example\.com$/),
        "linkAccount insert accounts stored provider=acme providerAccountId=ada access_token=•••••• id_token=••••••",
        "createSession insert sessions stored sessionToken=••••••",
        "useVerificationToken take verification_tokens taken identifier=grace@example.com token=••••••",
        "useVerificationToken take verification_tokens nothing identifier=grace@example.com token=••••••",
        "2 × user",
        "0 × session",
      ]),
    )
  })
})
