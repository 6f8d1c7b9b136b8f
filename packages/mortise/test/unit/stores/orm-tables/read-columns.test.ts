import { describe, expect, test } from "vitest"
import type { EngineName } from "../../../../src/schema/engine-name.ts"
import {
  type MikroOrmEntity,
  readMikroOrmColumns,
} from "../../../../src/stores/sql/orms/mikro-orm/read-mikro-orm-columns.ts"
import { readSequelizeColumn } from "../../../../src/stores/sql/orms/sequelize/read-sequelize-column.ts"
import { readTypeormColumn } from "../../../../src/stores/sql/orms/typeorm/read-typeorm-column.ts"

describe("a column of TypeORM", () => {
  const driver = {
    normalizeType: ({ type }: { type: string }) => type,
    getColumnLength: () => "",
    createFullType: ({ type }: { type: string }) => type,
  }
  const read = (engine: EngineName, metadata: object, timezone?: string) =>
    readTypeormColumn({ driver, options: { timezone } }, engine, "user", {
      ...{
        type: "varchar",
        propertyPath: "field",
        databaseName: "field",
        isNullable: true,
        isVirtual: false,
      },
      ...{
        isVirtualProperty: false,
        isGenerated: false,
        isUpdateDate: false,
        isVersion: false,
        isArray: false,
      },
      ...metadata,
    })
  const date = { type: "datetime", propertyPath: "emailVerified", databaseName: "emailVerified" }

  test.each([
    ["mysql", "datetime", "Z", false],
    ["mysql", "datetime", "+00:00", false],
    ["mysql", "datetime", "local", true],
    ["mysql", "timestamp", undefined, true],
    ["mysql", "datetime", "+01:00", true],
    ["postgres", "timestamp with time zone", undefined, false],
    ["postgres", "timestamp(3) with time zone", undefined, false],
    ["postgres", "timestamp", "Z", true],
    ["sqlite", "datetime", "Z", true],
  ] as const)("a date on %s in %s with the time zone %s", (engine, type, timezone, isRefused) => {
    expect(read(engine, { ...date, type }, timezone).refusal !== undefined).toBe(isRefused)
  })

  test("the database fills ids that it generates, and TypeORM creates its UUIDs elsewhere", () => {
    const uuid = { isGenerated: true, generationStrategy: "uuid" }
    expect(read("postgres", uuid)).toMatchObject({ hasDefault: true, onInsert: undefined })
    for (const engine of ["mysql", "sqlite"] as const) {
      const { hasDefault, onInsert } = read(engine, uuid)
      expect([hasDefault, onInsert?.()]).toEqual([false, expect.stringMatching(/^[\da-f-]{36}$/)])
    }
    expect(read("mysql", { isGenerated: true, generationStrategy: "increment" })).toMatchObject({
      hasDefault: true,
      onInsert: undefined,
    })
    expect(read("mysql", { default: null }).hasDefault).toBe(false)
    expect(read("mysql", { default: 0 }).hasDefault).toBe(true)
    expect(read("mysql", { generatedType: "STORED" }).isGenerated).toBe(true)
  })

  test("a date of the last update is set by the database on MySQL only", () => {
    const isSet = (engine: EngineName) => read(engine, { isUpdateDate: true }).onUpdate !== undefined
    expect([isSet("mysql"), isSet("postgres"), isSet("sqlite")]).toEqual([false, true, true])
  })

  test("a version column is refused", () => {
    expect(read("postgres", { isVersion: true }).refusal).toContain("@VersionColumn")
  })
})

describe("a column of Sequelize", () => {
  const read = (engine: EngineName, attribute: object, model: object = {}, property = "field") =>
    readSequelizeColumn(
      ...([engine, "user"] as const),
      { rawAttributes: {}, options: {}, getTableName: () => "users", hasHook: () => false, ...model },
      property,
      { type: { key: "STRING", toSql: () => "VARCHAR(255)" }, ...attribute },
    )
  const dateOf = (engine: EngineName, timezone: string) =>
    read(
      ...([engine, { type: { key: "DATE", toSql: () => "DATETIME(3)" } }] as const),
      { sequelize: { options: { timezone }, hasHook: () => false } },
      "emailVerified",
    )

  test("a date is written in UTC, or refused", () => {
    expect(dateOf("mysql", "+00:00").refusal).toBeUndefined()
    expect(dateOf("mysql", "+01:00").refusal).toContain("time zone")
    expect(dateOf("sqlite", "+00:00").refusal).toContain("form of its own")
  })

  test.each([
    ["nothing", undefined, false, undefined],
    ["null", null, false, undefined],
    ["a value", "free", false, "free"],
    ["a function", () => "made", false, "made"],
    ["an SQL expression", { val: "now()" }, true, undefined],
    ["an SQL function", { fn: "now" }, true, undefined],
    ["UUIDV4", { key: "UUIDV4" }, false, expect.stringMatching(/^[\da-f-]{36}$/)],
    ["NOW", { key: "NOW" }, false, expect.any(Date)],
  ])("the default %s", (_, defaultValue, hasDefault, value) => {
    const column = read("postgres", { defaultValue })
    expect([column.hasDefault, column.onInsert?.()]).toEqual([hasDefault, value])
  })

  test("dates of creation and of the last update are Sequelize's", () => {
    const model = { _timestampAttributes: { createdAt: "createdAt", updatedAt: "updatedAt" } }
    const made = (property: string) => {
      const { onInsert, onUpdate } = read("postgres", {}, model, property)
      return [onInsert, onUpdate].map((make) => make !== undefined)
    }
    expect([made("createdAt"), made("updatedAt"), made("field")]).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ])
  })

  test("what only Sequelize can write is refused", () => {
    expect(read("postgres", {}, { _versionAttribute: "field" }).refusal).toContain("version")
    expect(read("postgres", { defaultValue: { key: "UUIDV1" } }).refusal).toContain("UUIDV4")
    expect(read("postgres", { get: () => "" }, {}, "name").refusal).toContain("getter")
    expect(read("postgres", {}, { options: { setterMethods: { name() {} } } }, "name").refusal).toContain(
      "getter",
    )
    expect(read("postgres", { set() {} })).toMatchObject({ kind: "opaque" })
  })
})

describe("a column of MikroORM", () => {
  const read = (property: object, type = "varchar(255)", engine: EngineName = "mysql", storesUtc = false) => {
    const scalar = { kind: "scalar", fieldNames: ["field"], columnTypes: [type], runtimeType: "string" }
    const properties = { field: { name: "field", ...scalar, ...property } }
    const entity = { class: Object, properties } as unknown as MikroOrmEntity
    return readMikroOrmColumns(entity, engine, storesUtc)[0]
  }

  test.each([
    [{ default: "", nullable: true }, false],
    [{ default: "" }, true],
    [{ default: 0, nullable: true }, true],
    [{ defaultRaw: "now()" }, true],
    [{ autoincrement: true }, true],
    [{}, false],
  ])("%j has a default: %s", (property, hasDefault) => {
    expect(read(property)?.hasDefault).toBe(hasDefault)
  })

  test.each([
    ["mysql", "datetime(3)", false, true],
    ["mysql", "datetime(3)", true, false],
    ["postgres", "timestamp(3)", false, true],
    ["postgres", "timestamptz(3)", false, false],
    ["sqlite", "datetime", false, false],
  ] as const)("a date on %s in %s, in UTC %s, is refused: %s", (engine, type, storesUtc, isRefused) => {
    expect(read({ runtimeType: "Date" }, type, engine, storesUtc)?.refusal !== undefined).toBe(isRefused)
  })

  test.each([{ persist: false }, { formula: "1" }, { generated: "1" }, { kind: "1:m" }, { kind: "1:1" }])(
    "%j is not stored",
    (property) => {
      expect(read(property)).toBeUndefined()
    },
  )
})
