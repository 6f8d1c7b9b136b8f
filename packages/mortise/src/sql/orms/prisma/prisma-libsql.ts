/**
 * In @libsql/client, a write that finds its file locked stays open, and its connection then acknowledges writes that it
 * never commits (tursodatabase/libsql-client-ts#352). Our driver for @libsql/client avoids this, but Prisma's own
 * client cannot be reached. So a second client is opened with the configuration that Prisma was given. An in-memory
 * database exists only in one client, and no other process can lock it, so there Prisma's raw calls are used.
 */
import type { Driver } from "../../driver.ts"
import type { AsyncClient } from "../../drivers/libsql/async-client.ts"
import { forwardDriver } from "../../forward-driver.ts"
import { nativeClient } from "../connections/native-client.ts"

/** The part of `@prisma/adapter-libsql`'s factory that is used. */
export type LibsqlFactory = {
  connect(): Promise<{ readonly client?: ClosableClient; dispose(): Promise<void> }>
}

type ClosableClient = Pick<AsyncClient, "execute" | "protocol">

/** A driver that opens its client at the first statement. If that fails, the next statement tries again. */
export function libsqlDriver(factory: LibsqlFactory, raw: Driver): Driver {
  let opening: Promise<Driver> | undefined
  return forwardDriver(
    () =>
      (opening ??= open(factory, raw).catch((error) => {
        opening = undefined
        throw error
      })),
  )
}

async function open(factory: LibsqlFactory, raw: Driver): Promise<Driver> {
  const connected = await factory.connect()
  const described = nativeClient(connected.client)
  if (described && connected.client && !(await isInMemory(connected.client))) return described.driver
  await connected.dispose()
  return raw
}

async function isInMemory(client: ClosableClient): Promise<boolean> {
  if (client.protocol !== "file") return false
  const sql = "SELECT file FROM pragma_database_list WHERE name = 'main'"
  const { rows } = await client.execute({ sql, args: [] })
  return (rows[0] as readonly unknown[] | undefined)?.[0] === ""
}
