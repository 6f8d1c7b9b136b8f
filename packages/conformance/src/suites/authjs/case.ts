import type { Extras, Manifest, OperationName } from "mortise"
import type { SharedContext, SuiteCase } from "../../engine/case.ts"
import { createListCases, createListTable, type ListedCase } from "../../engine/list-cases.ts"
import type { CaseData } from "./data.ts"
import type { TestedAdapter } from "./tested-adapter.ts"

/** One property of a correct adapter of Auth.js. */
export type Case = SuiteCase<CaseContext>

/** A case as its file writes it. Its level is `must`, unless it says otherwise. */
export type NewCase = ListedCase<CaseContext>

/** Completes the cases of a list by the details that all of them share. */
export const listCases = createListCases<CaseContext>()

/** The same for cases that are only data, which one function runs. */
export const listTable = createListTable<CaseContext>()

/** What a case works with: the adapter, fresh data, expectations, and control over timing. */
export type CaseContext = SharedContext & CaseTools

/** What a case uses of the adapter. */
export type CaseTools = CaseData & {
  /** The operations, each of which returns a promise. A case that calls one that the adapter lacks is skipped. */
  readonly adapter: TestedAdapter
  /** The adapter as the factory returned it, for cases about its shape. */
  readonly raw: object
  /** The manifest of the adapter; `undefined` for third-party adapters. */
  readonly manifest: Manifest | undefined
  /** Calls an operation with arguments that its type forbids. */
  call(operation: OperationName, ...args: readonly unknown[]): Promise<unknown>
  /** The extras. A case that calls one that the adapter lacks is skipped. */
  readonly extras: Extras
  /** Opens another adapter with the factory and makes its store unreachable. */
  openBroken(): Promise<{ adapter: object }>
}
