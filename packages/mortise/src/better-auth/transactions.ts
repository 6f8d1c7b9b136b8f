import type { Driver } from "../stores/sql/driver.ts"

export type Transactions = {
  current(): Driver
  run<T>(callback: () => Promise<T>, translate: (error: unknown) => Error): Promise<T>
}

export const transactionsOf = (client: Driver): Transactions => ({
  current: () => client,
  run: (callback) => callback(),
})
