import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { mortise } from "../../shared/mortise-command.ts"
import { type Client, clientNamed, openClients } from "../drivers/clients.ts"
import { callExport, factoryName, type Module } from "../drivers/exports.ts"
import { configurationError } from "../program/exit-code.ts"
import { describeError } from "../terminal/describe-error.ts"
import { workersEnv } from "./workers-module.ts"
import { readWranglerFile } from "./wrangler-file.ts"

/** An open adapter, and a function that closes its client. */
export type OpenAdapter = { readonly adapter: object; close(): Promise<void> }

type OpenClient = NonNullable<Client["open"]>

/** Opens the adapter with this name on the database at this URL, with the tables in this PostgreSQL schema. */
export async function openAdapter(
  name: string,
  url: string | undefined,
  pgSchema: string | undefined,
): Promise<OpenAdapter> {
  if (name === "memory") {
    const { memoryAdapter } = await import("../../stores/memory/memory-adapter.ts")
    return { adapter: memoryAdapter(), close: async () => {} }
  }
  const definition = clientNamed(name)
  if (!definition?.open)
    throw configurationError(
      definition?.cannotOpen ??
        `MORTISE_ADAPTER must be one of memory, ${Object.keys(openClients).join(", ")}`,
    )
  if (pgSchema && definition.store !== "postgres")
    throw configurationError("MORTISE_PG_SCHEMA works with clients of PostgreSQL only")
  if (definition.inWorkers) {
    const binding = await openBinding(url)
    return { adapter: await adapterOn(name, definition.open, binding), close: async () => {} }
  }
  if (!url) throw configurationError("MORTISE_DATABASE must hold the URL or the file of the database")
  const client = await openClient(name, definition, definition.open, url)
  return {
    adapter: await adapterOn(name, definition.open, client, pgSchema),
    close: () => closeClient(client),
  }
}

async function adapterOn(
  name: string,
  { driver }: OpenClient,
  client: unknown,
  pgSchema?: string,
): Promise<object> {
  const { defineSchema } = await import("../../schema/define-schema.ts")
  const options = pgSchema ? { schema: defineSchema({ pgSchema }) } : {}
  return callExport(await driver(), factoryName(name), client, options) as object
}

/** The D1 database of a binding. Without a name, the worker must have only one. */
async function openBinding(bindingName: string | undefined): Promise<unknown> {
  const { name: file = "", databases = [] } = readWranglerFile(process.cwd()) ?? {}
  const names = databases.map(({ binding }) => binding)
  if (file !== "" && names.length === 0)
    throw configurationError(
      `${file} has no D1 database: add one to d1_databases, or run ${mortise} init --client d1`,
    )
  if (names.length > 1 && !bindingName)
    throw configurationError(
      `${file} has several D1 databases, ${names.join(", ")}: set MORTISE_DATABASE to the name of one`,
    )
  if (file !== "" && bindingName && !names.includes(bindingName))
    throw configurationError(
      `MORTISE_DATABASE must be the binding of a D1 database in ${file}, which has ${names.join(", ")}`,
    )
  return (await workersEnv())[bindingName || (names[0] ?? "")]
}

/** Clients' messages repeat the URL with its password, so they are not printed. */
async function openClient(name: string, client: Client, open: OpenClient, url: string): Promise<unknown> {
  const module = await importPackage(open.module ?? client.package)
  try {
    return await open.client?.(module, url)
  } catch (error) {
    throw configurationError(
      `The client ${name} could not be opened (${await describeError(error)}): check MORTISE_DATABASE`,
    )
  }
}

/** The package as it is installed in the current folder. */
async function importPackage(name: string): Promise<Module> {
  try {
    const projectRequire = createRequire(join(process.cwd(), "package.json"))
    return await import(name.startsWith("node:") ? name : pathToFileURL(projectRequire.resolve(name)).href)
  } catch (cause) {
    throw configurationError(`The package ${name} cannot be loaded: install it in this folder.`, cause)
  }
}

async function closeClient(client: unknown): Promise<void> {
  const { end, close } = client as { end?: () => unknown; close?: () => unknown }
  await (end ?? close)?.call(client)
}
