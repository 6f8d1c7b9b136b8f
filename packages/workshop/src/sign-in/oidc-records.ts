import type { Adapter, AdapterPayload } from "oidc-provider"

/** Stores the records of the identity provider in memory. */
export function oidcRecords(): () => Adapter {
  const records = new Map<string, AdapterPayload>()
  const adapter: Adapter = {
    async upsert(id, payload) {
      records.set(id, payload)
    },
    find: async (id) => records.get(id),
    findByUid: async (uid) => [...records.values()].find((record) => record.uid === uid),
    findByUserCode: async (userCode) => [...records.values()].find((record) => record.userCode === userCode),
    async consume(id) {
      const record = records.get(id)
      if (record) record.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      records.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, record] of records) if (record.grantId === grantId) records.delete(id)
    },
  }
  return () => adapter
}
