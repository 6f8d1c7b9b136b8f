import { expect, test } from "vitest"
import { readReplication } from "../../../../src/sql/engines/postgres/introspection/read-replication.ts"

type Settings = {
  readonly inRecovery?: boolean
  readonly commit?: string
  readonly names?: string
  readonly messages?: string
  readonly standbys?: number
}

/** The codes of what is found on a server with these settings. */
const codes = async (
  { inRecovery = false, commit = "on", names = "", messages = "notice", standbys = 0 }: Settings,
  hidesCancelledWaits = false,
) => {
  const row = [String(inRecovery), commit, names, messages, String(standbys)]
  return (await readReplication(async () => [row], { hidesCancelledWaits })).map(({ code }) => code)
}

test.each<[string, Settings, string[]]>([
  ["a server alone", {}, []],
  ["a server alone that does not wait for its disk", { commit: "off" }, []],
  ["a standby", { inRecovery: true, names: "ANY 1 (a)" }, ["standby"]],
  ["standbys that no commit waits for", { standbys: 1 }, ["asynchronous_standbys"]],
  ["commits that wait for standbys", { names: "ANY 1 (a)", standbys: 1 }, []],
  ["commits that wait until standbys have written", { names: "ANY 1 (a)", commit: "remote_write" }, []],
  ["a role whose commits are local", { names: "ANY 1 (a)", commit: "local" }, ["local_commit"]],
  ["a role whose commits wait for nothing", { names: "ANY 1 (a)", commit: "off" }, ["local_commit"]],
  ["a role without warnings", { names: "ANY 1 (a)", messages: "error" }, ["hidden_cancelled_waits"]],
  [
    "a role without warnings whose commits are local",
    { names: "ANY 1 (a)", commit: "local", messages: "error" },
    ["local_commit"],
  ],
])("inspect on %s", async (_, settings, expected) => {
  expect(await codes(settings)).toEqual(expected)
})

test("a client that does not show warnings hides cancelled waits", async () => {
  expect(await codes({ names: "ANY 1 (a)" }, true)).toEqual(["hidden_cancelled_waits"])
  expect(await codes({}, true)).toEqual([])
})
