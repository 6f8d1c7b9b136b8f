import { expect, test } from "vitest"
import { operationNames } from "../../src/contract/operation-names.ts"
import { repeatFailovers } from "./failovers.ts"
import { startGalera, startPostgres } from "./topologies.ts"

const count = 20
const print = (line: string) => console.log(line)

test.each(Object.entries({ PostgreSQL: startPostgres, Galera: startGalera }))(
  `${count} failovers of %s lose or undo no acknowledged change, and every operation succeeds again`,
  async (_, start) => {
    const { subject, failOver, close } = await start()
    try {
      const { findings, recovery } = await repeatFailovers(subject, failOver, count, print)
      expect(findings).toEqual({})
      expect(Object.keys(recovery)).toEqual(operationNames)
      for (const { longest } of Object.values(recovery)) expect(longest).toBeLessThan(60)
    } finally {
      await close()
    }
  },
  3_600_000,
)

test("the control fails: failovers of asynchronous standbys lose acknowledged changes", async () => {
  const { subject, failOver, close } = await startPostgres({ isSynchronous: false })
  try {
    const { findings } = await repeatFailovers(subject, failOver, 3, print)
    expect(findings["lost"]).toBeGreaterThan(0)
  } finally {
    await close()
  }
}, 600_000)
