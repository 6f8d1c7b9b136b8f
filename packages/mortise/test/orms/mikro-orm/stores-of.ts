import type { Adapter } from "../../../src/index.ts"
import {
  type MikroOrmClient,
  mikroOrmAdapter,
} from "../../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import type { Databases } from "../support/databases.ts"
import type { OrmStore } from "../support/orm-store.ts"

type EntityManager = Extract<MikroOrmClient, { isInTransaction(): boolean }>

/** The part of MikroORM that the tests use, which both versions share. */
export type Orm = {
  readonly em: EntityManager
  close(force?: boolean): Promise<unknown>
}

type Transactional = { transactional<T>(work: (em: EntityManager) => Promise<T>): Promise<T> }

const inTransaction = <T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  (em as EntityManager & Transactional).transactional(work)

/** A store on a driver of MikroORM. */
export const mikroOrmStore = (
  name: string,
  databases: Databases,
  connect: (url: string, pool?: { min?: number; max?: number }) => Promise<Orm>,
): OrmStore => ({
  name,
  databases,
  async open(url, connections) {
    const orm = await (connections ? connect(url, { min: 0, max: connections }) : connect(url))
    const fork = (orm.em as EntityManager & { fork(): EntityManager }).fork()
    return {
      adapter: (options) => mikroOrmAdapter(orm, options),
      transaction: (work) =>
        inTransaction(fork, (em) =>
          work({
            adapter: mikroOrmAdapter(em),
            again: () => mikroOrmAdapter(em),
            nested: <T>(inside: (joined: Adapter) => Promise<T>) =>
              inTransaction(em, (inner) => inside(mikroOrmAdapter(inner))),
          }),
        ),
      close: () => orm.close(true),
    }
  },
})
