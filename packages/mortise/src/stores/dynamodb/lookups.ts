import { MortiseError } from "../../contract/errors.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { Store } from "../../operations/store.ts"
import type { ItemKey } from "./dynamodb-client.ts"
import { hasPointer, readKey, readText } from "./layout.ts"
import type { DynamodbParts } from "./parts.ts"
import { readOwner, type StoredRow, toStoredRow } from "./row-items.ts"

/** The verbs that read, and how others find a row. */
export type Lookups = Pick<Store, "findWithUser"> &
  Readers & {
    find(model: ModelName, key: Key): Promise<Row | null>
    list(model: ModelName, owner: string): Promise<Row[]>
    /** A row that is visible: its user exists. */
    read(model: ModelName, key: Key): Promise<StoredRow | undefined>
    /** The rows whose users exist, of rows of one model. */
    filterVisible(model: ModelName, stored: readonly StoredRow[]): Promise<StoredRow[]>
  }

export function createLookups(parts: DynamodbParts): Lookups {
  const { schema, layout } = parts
  const { models } = schema
  const readers = createReaders(parts)
  const { readItem, readItems, readUser, readByEmail } = readers
  const listTokens = createListTokens(parts)
  const listOwned = createListOwned(parts, readers)

  const read: Lookups["read"] = async (model, key) => {
    if (model === "user") return "id" in key ? readItem(model, key) : readByEmail(key["email"] as string)
    const stored = await readItem(model, key)
    if (!stored || !hasPointer(models[model])) return stored
    return (await readUser(readOwner(models[model], stored.row))) && stored
  }

  return {
    ...readers,
    read,
    find: async (model, key) => (await read(model, key))?.row ?? null,

    async list(model, owner) {
      if (model === "verificationToken") return listTokens(owner)
      return hasPointer(models[model]) ? listOwned(model, owner) : []
    },

    async findWithUser(model, key, { userOnly = false } = {}) {
      const { owner } = models[model]
      const stored = owner && (await readItem(model, key))
      if (!stored) return null
      const user = await read("user", { [owner.of]: stored.row[owner.field] as string })
      return user ? { row: userOnly ? {} : stored.row, user: user.row } : null
    },

    async filterVisible(model, stored) {
      if (!hasPointer(models[model])) return [...stored]
      const owners = [...new Set(stored.map(({ row }) => readOwner(models[model], row)))]
      const users = await readItems("user", await Promise.all(owners.map(layout.user)))
      const ids = new Set(users.map(({ row }) => row["id"]))
      return stored.filter(({ row }) => ids.has(readOwner(models[model], row)))
    },
  }
}

type Readers = ReturnType<typeof createReaders>

// An address can move from one user to another between the two reads.
const emailAttempts = 5

function createReaders({ schema, layout, requests }: DynamodbParts) {
  const readItem = async (model: ModelName, key: Key): Promise<StoredRow | undefined> =>
    toStoredRow(schema.models[model], await requests.get(await layout.row(model, key)))
  const readUser = (id: string) => readItem("user", { id })

  return {
    readItem,
    readUser,

    async readItems(model: ModelName, keys: readonly ItemKey[]): Promise<StoredRow[]> {
      const items = await requests.getAll(keys)
      return items.flatMap((item) => toStoredRow(schema.models[model], item) ?? [])
    },

    async readByEmail(address: string): Promise<StoredRow | undefined> {
      for (let attempt = 0; attempt < emailAttempts; attempt++) {
        const index = await requests.get(layout.email(address))
        if (!index) return undefined
        const user = await readUser(readText(index["id"]))
        if (user?.row["email"] === address) return user
      }
      throw new MortiseError(
        "corrupt",
        "The index of an email names a user who does not have it: another program, or another Region, has changed the table.",
      )
    },
  }
}

const createListTokens =
  ({ schema, layout, requests }: DynamodbParts) =>
  async (identifier: string): Promise<Row[]> => {
    const input = {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": { S: await layout.tokens(identifier) } },
    }
    const stored: StoredRow[] = []
    for await (const items of requests.query(input))
      stored.push(...items.flatMap((item) => toStoredRow(schema.models.verificationToken, item) ?? []))
    return stored.map(({ row }) => row)
  }

const createListOwned =
  ({ schema, layout, requests }: DynamodbParts, { readItems, readUser }: Readers) =>
  async (model: ModelName, owner: string): Promise<Row[]> => {
    const { pk } = await layout.user(owner)
    const input = {
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
      ExpressionAttributeValues: { ":pk": { S: pk }, ":start": { S: layout.pointerStart(model) } },
    }
    const pages: Promise<StoredRow[]>[] = []
    for await (const pointers of requests.query(input))
      pages.push(readItems(model, pointers.map(readKey).map(layout.pointedRow)))
    const stored = (await Promise.all(pages)).flat()
    // If the user still exists, its removal had deleted none of these rows.
    if (stored.length === 0 || !(await readUser(owner))) return []
    // A row may have got another owner since its pointer was read.
    return stored.map(({ row }) => row).filter((row) => readOwner(schema.models[model], row) === owner)
  }
