import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { BatchLookups } from "../../../sql/batching/batch-lookups.ts"
import type { StoredRow } from "../../../sql/batching/match-rows.ts"
import type { Driver, Step } from "../../../sql/driver.ts"
import type { ModelStatements } from "../compile/compile-schema.ts"
import { onlyRow } from "./result-rows.ts"
import { createRunner, type Runner, type SqlParts } from "./runner.ts"

type RowWithUser = { row: Row; user: Row } | null

/** The lookups of a store. `onSend` is called when a lookup leaves the queue of its batch. */
export type Lookups = {
  find(model: ModelName, key: Key, onSend?: () => void): Awaitable<Row | null>
  findWithUser(
    model: ModelName,
    key: Key,
    options?: { readonly userOnly?: boolean; readonly onSend?: () => void },
  ): Awaitable<RowWithUser>
}

/** A lookup by one field, and how its row is decoded. */
type Reading<T> = {
  find(statements: ModelStatements, key: Key): Step
  decode(statements: ModelStatements, row: StoredRow | undefined): T
}

type FindInBatch<T> = (value: string, onSend?: () => void) => Awaitable<T>

/** Batches belong to the client, not to an adapter: frameworks make an adapter for every request. */
type Batches<T> = (driver: Driver) => WeakMap<ModelStatements, FindInBatch<T>>

const rowBatches: Batches<Row | null> = perClient(() => new WeakMap())
const userBatches: Batches<RowWithUser> = perClient(() => new WeakMap())

/** Whether every page view makes this lookup: the user by id, when the sessions are in another store. */
export const isFrequent = (model: ModelName, key: Key): boolean => model === "user" && "id" in key

/** Makes the lookups of a store: each call alone, or with `batchLookups` frequent ones in batches while the client is busy. */
export function createLookups(parts: SqlParts, runner: Runner, batchLookups?: BatchLookups): Lookups {
  const { compiled } = parts
  const request = createRequest(parts, runner)

  const findRow = createLookup<Row | null>(parts, request, rowBatches, batchLookups, {
    find: (statements, key) => statements.find(key),
    decode: (statements, row) => (row ? statements.decode(row) : null),
  })
  const findRowWithUser = createLookup<RowWithUser>(parts, request, userBatches, batchLookups, {
    find: (statements, key) => statements.findWithUser(key),
    decode: (statements, row) =>
      row
        ? { row: statements.decode(row), user: compiled.user.decode(row, statements.model.fields.length) }
        : null,
  })

  return {
    find(model, key, onSend) {
      const statements = compiled[model]
      if (isFrequent(model, key)) return findRow(statements, key, onSend)
      onSend?.()
      return runner.run(statements, statements.find(key), (result) => onlyRow(statements, result))
    },
    findWithUser(model, key, { userOnly = false, onSend } = {}) {
      const statements = compiled[model]
      if (!userOnly) return findRowWithUser(statements, key, onSend)
      onSend?.()
      return request((run) =>
        run(statements, statements.findUser(key), ({ rows: [row] }) =>
          row ? { row: {}, user: compiled.user.decode(row) } : null,
        ),
      )
    },
  }
}

/** Runs one request, which may be a batch, within a deadline of its own. */
type Request = <T>(work: (run: Runner["run"]) => Awaitable<T>) => Awaitable<T>

const createRequest = (parts: SqlParts, { run }: Runner): Request => {
  const { driver, runTimed } = parts
  return runTimed
    ? (work) => runTimed(driver, (timed) => work(createRunner({ ...parts, driver: timed }).run))
    : (work) => work(run)
}

function createLookup<T>(
  { driver, dialect }: SqlParts,
  request: Request,
  batches: Batches<T>,
  batchLookups: BatchLookups | undefined,
  { find, decode }: Reading<T>,
): (statements: ModelStatements, key: Key, onSend?: () => void) => Awaitable<T> {
  const findOne = (statements: ModelStatements, key: Key, onSend?: () => void): Awaitable<T> => {
    onSend?.()
    return request((run) => run(statements, find(statements, key), ({ rows }) => decode(statements, rows[0])))
  }
  if (!batchLookups) return findOne

  const openBatch = (statements: ModelStatements, field: string): FindInBatch<T> => {
    const { tenant, fields } = statements.model
    const place = fields.findIndex(({ name }) => name === field)
    const readText = (stored: unknown) =>
      isRounded(stored) ? rounded : String(dialect.decode("text", stored))
    return batchLookups({
      findOne: (value, onSend) =>
        findOne(statements, tenant ? splitKey(value, field) : { [field]: value }, onSend),
      findMany: (values) =>
        request((run) =>
          run(
            statements,
            tenant
              ? statements.findWhereIn(field, values.map(readValue), values.map(readTenant))
              : statements.findWhereIn(field, values),
            ({ rows }) => rows,
          ),
        ),
      readValue: (row) =>
        tenant ? joinKey(readText(row.at(-1)), readText(row[place])) : readText(row[place]),
      decode: (row) => decode(statements, row),
    })
  }
  const clientBatches = batches(driver)
  return (statements, key, onSend) => {
    const { tenant } = key
    const names = Object.keys(key)
    const field = names.at(-1) as string
    if (names.length > (tenant === undefined ? 1 : 2)) return findOne(statements, key, onSend)
    let findInBatch = clientBatches.get(statements)
    if (!findInBatch) {
      findInBatch = openBatch(statements, field)
      clientBatches.set(statements, findInBatch)
    }
    const value = key[field] as string
    return findInBatch(tenant === undefined ? value : joinKey(tenant, value), onSend)
  }
}

// A batch knows its lookups by one text. Names of tenants contain no slash.
const joinKey = (tenant: string, value: string): string => `${tenant}/${value}`
const readTenant = (text: string): string => text.slice(0, text.indexOf("/"))
const readValue = (text: string): string => text.slice(text.indexOf("/") + 1)

const splitKey = (text: string, field: string): Key => ({
  tenant: readTenant(text),
  [field]: readValue(text),
})

// It is none of the values, so the values without a row of their own are looked up alone.
const rounded = "a rounded number"

/** Whether a client may have rounded the value, which can then be that of another row. */
const isRounded = (stored: unknown): boolean => Number.isInteger(stored) && !Number.isSafeInteger(stored)
