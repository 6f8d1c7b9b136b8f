import { createAdapterFactory } from "better-auth/adapters"

/** The time that Better Auth itself needs: an adapter that returns the same rows for every question. */
export const constants = createAdapterFactory({
  config: { adapterId: "constants" },
  adapter: () => {
    const rows = new Map<string, object>()
    const row = (model: string) => ({ ...rows.get(model) }) as never
    return {
      async create({ model, data }) {
        rows.set(model, data)
        return data
      },
      findOne: async ({ model }) => row(model),
      findMany: async ({ model }) => [row(model)],
      update: async ({ model }) => row(model),
      updateMany: async () => 1,
      delete: async () => {},
      deleteMany: async () => 1,
      count: async () => 1,
    }
  },
})
