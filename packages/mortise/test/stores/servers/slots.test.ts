import { expect, test } from "vitest"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { mysql2, pg } from "../../support/engines.ts"
import { expectMoments, expectSweptBehind } from "../expect-moments.ts"
import { expectRotation } from "../expect-rotation.ts"
import { expectSlots } from "../expect-slots.ts"
import { client as libsql } from "../sqlite/clients/libsql.ts"

test.each([
  ["PostgreSQL", pg],
  ["MariaDB", mysql2],
] as const)(
  "rows end at their exact moment, slots can be set, and SEC-I4: keys are rotated, on %s",
  async (_, engine) => {
    expect.hasAssertions()
    const server = await engine.serve()
    const { adapter, close } = engine.connect(await server.database())
    try {
      const made = adapter()
      await migrate(made)
      await expectSlots(made)
      await expectMoments((now) => adapter({ now }))
      await expectSweptBehind(made)
      await expectRotation(made)
    } finally {
      await close()
      await server.close()
    }
  },
)

test("rows end at their exact moment, and slots can be set, on SQLite", async () => {
  expect.hasAssertions()
  const { adapter, close } = await libsql.open(":memory:")
  const made = adapter()
  await migrate(made)
  await expectSlots(made)
  await expectMoments((now) => adapter({ now }))
  await expectSweptBehind(made)
  await close()
})
