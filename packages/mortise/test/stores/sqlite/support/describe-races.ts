import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { RemoteCall, RemoteOutcome } from "../../../../../conformance/src/engine/processes/messages.ts"
import { createData } from "../../../../../conformance/src/suites/authjs/data.ts"
import { openProcesses } from "../../../../../conformance/src/suites/authjs/open-processes.ts"
import { type Folder, quickFolder } from "../../../../../workshop/src/folders.ts"
import type { Adapter } from "../../../../src/contract/adapter.ts"
import { client } from "../clients/libsql.ts"
import { factory, fileVariable } from "./shared-file.ts"

const callers = 8
const data = createData()

/** Races of four processes with eight callers each, on one file. */
export function describeRaces(rounds: number): void {
  const patienceInMs = 60_000 + rounds * 1000

  let place: Folder
  let file: string
  let processes: Awaited<ReturnType<typeof openProcesses>>
  let adapter: Adapter
  let close: () => Promise<void>

  beforeAll(async () => {
    place = quickFolder()
    file = join(place.folder, "races.db")
    process.env[fileVariable] = file
    processes = await openProcesses({
      module: new URL("./shared-file.ts", import.meta.url),
      execArgv: ["--import", "tsx"],
    })
    ;({ adapter, close } = await factory())
  })

  afterAll(async () => {
    await processes.close()
    await close()
    place.remove()
  })

  type Outcome = RemoteOutcome
  const call = (operation: RemoteCall["operation"], ...args: unknown[]): RemoteCall => ({ operation, args })

  /** All callers of all processes call concurrently; returns how the calls of each process ended. */
  const race = (callOf: (nth: number, caller: number) => RemoteCall) =>
    processes.inProcesses((nth) => Array.from({ length: callers }, (_, caller) => callOf(nth, caller)))

  const won = (outcomes: readonly (readonly Outcome[])[]): unknown[] =>
    outcomes.flat().flatMap((outcome) => ("value" in outcome && outcome.value ? [outcome.value] : []))

  const lost = (outcomes: readonly (readonly Outcome[])[]): string[] =>
    outcomes.flat().flatMap((outcome) => ("thrown" in outcome ? [outcome.thrown] : []))

  async function often(body: () => Promise<void>): Promise<void> {
    for (let round = 0; round < rounds; round++) await body()
  }

  describe(`${rounds} rounds of 4 processes with ${callers} callers each`, () => {
    test("one token: exactly one caller gets it", { timeout: patienceInMs }, () =>
      often(async () => {
        const token = data.verificationToken()
        await adapter.createVerificationToken(token)
        const { identifier, token: secret } = token
        const uses = await race(() => call("useVerificationToken", { identifier, token: secret }))
        expect(won(uses)).toEqual([token])
        expect(lost(uses)).toEqual([])
        expect(await adapter.useVerificationToken({ identifier, token: secret })).toBeNull()
      }),
    )

    test("one email: one user", { timeout: patienceInMs }, () =>
      often(async () => {
        const email = data.email()
        const created = await race(() => call("createUser", data.user({ email })))
        expect(won(created)).toEqual([await adapter.getUserByEmail(email)])
        expect(new Set(lost(created))).toEqual(
          new Set(["MortiseError: user.email is already taken: look up the existing row."]),
        )
        expect(lost(created)).toHaveLength(4 * callers - 1)
      }),
    )

    test("one account: one owner, who does not change", { timeout: patienceInMs }, () =>
      often(async () => {
        const users = await Promise.all([0, 1, 2, 3].map(() => adapter.createUser(data.user())))
        const account = data.account("")
        const linked = await race((nth) => call("linkAccount", { ...account, userId: users[nth]?.id }))
        expect(won(linked)).toHaveLength(1)
        expect(lost(linked)).toHaveLength(4 * callers - 1)
        const owner = await adapter.getUserByAccount(account)
        expect((won(linked)[0] as { userId: string }).userId).toBe(owner?.id)
      }),
    )

    test("one session: deleted once, and no extension restores it", { timeout: patienceInMs }, () =>
      often(async () => {
        const { id } = await adapter.createUser(data.user())
        const { sessionToken } = await adapter.createSession(data.session(id))
        const extend = () => call("updateSession", { sessionToken, expires: data.inDays(60) })
        const outcomes = await race((nth, caller) =>
          nth === 0 && caller > 3 ? call("deleteSession", sessionToken) : extend(),
        )
        expect(won([outcomes[0]?.slice(4) ?? []])).toHaveLength(1)
        expect(lost(outcomes)).toEqual([])
        const reads = await race(() => call("getSessionAndUser", sessionToken))
        expect(won(reads)).toEqual([])
        expect(lost(reads)).toEqual([])
      }),
    )

    test("one user: the changes of different callers are all stored", { timeout: patienceInMs }, () =>
      often(async () => {
        const { id } = await adapter.createUser(data.user({ name: "before", image: "before" }))
        const changed = await race((nth, caller) =>
          call("updateUser", { id, [caller % 2 ? "name" : "image"]: `by ${nth} ${caller}` }),
        )
        expect(won(changed)).toHaveLength(4 * callers)
        const { name, image } = (await adapter.getUser(id)) ?? {}
        expect([name, image]).toEqual([
          expect.stringMatching(/^by . [1357]$/),
          expect.stringMatching(/^by . [0246]$/),
        ])
      }),
    )
  })

  test("the file is intact after all races", async () => {
    const { all, close: done } = await client.open(file)
    expect(await all("PRAGMA integrity_check")).toEqual([["ok"]])
    expect(await all("PRAGMA foreign_key_check")).toEqual([])
    await done()
  })
}
