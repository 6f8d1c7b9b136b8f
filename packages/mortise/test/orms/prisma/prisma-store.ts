import { type PrismaClient, prismaAdapter } from "../../../src/stores/sql/orms/prisma/prisma-adapter.ts"
import type { Databases } from "../support/databases.ts"
import type { Joined, OrmStore } from "../support/orm-store.ts"
import type { Client } from "./clients.ts"

/** A store that also gives its client. */
export type PrismaStore = OrmStore & {
  connect(url: string, connections?: number): Promise<{ readonly prisma: Client; close(): Promise<unknown> }>
}

const joined = (transaction: PrismaClient): Joined => ({
  adapter: prismaAdapter(transaction, { onWarning: () => {} }),
  again: () => prismaAdapter(transaction, { onWarning: () => {} }),
  nested: (work) =>
    transaction.$transaction
      ? transaction.$transaction((inside) => work(prismaAdapter(inside)))
      : underSavepoint(transaction, () => work(prismaAdapter(transaction))),
})

/** What applications do in Prisma 6, which does not nest transactions. */
async function underSavepoint<T>(transaction: PrismaClient, work: () => Promise<T>): Promise<T> {
  await transaction.$executeRawUnsafe("SAVEPOINT application")
  try {
    return await work()
  } catch (error) {
    await transaction.$executeRawUnsafe("ROLLBACK TO SAVEPOINT application")
    throw error
  }
}

/** Prisma on one engine. `close` replaces `$disconnect`. */
export function prismaStore(
  name: string,
  databases: Databases,
  open: (url: string, connections?: number) => Promise<{ prisma: Client; close?: () => Promise<unknown> }>,
): PrismaStore {
  const connect: PrismaStore["connect"] = async (url, connections) => {
    const { prisma, close = () => prisma.$disconnect() } = await open(url, connections)
    return { prisma, close }
  }
  return {
    name,
    databases,
    connect,
    async open(url, connections) {
      const { prisma, close } = await connect(url, connections)
      return {
        adapter: (options) => prismaAdapter(prisma, options),
        transaction: (work) => prisma.$transaction((inside) => work(joined(inside))),
        close,
      }
    },
  }
}
