import type { Transformer } from "./read-transformer.ts"

/** The part of a column's metadata that is read. */
export type ColumnMetadata = {
  readonly type: unknown
  readonly propertyPath: string
  readonly databaseName: string
  readonly isNullable: boolean
  readonly isVirtual: boolean
  readonly isVirtualProperty: boolean
  readonly isGenerated: boolean
  readonly generationStrategy?: string
  readonly generatedType?: string
  readonly default?: unknown
  readonly isUpdateDate: boolean
  readonly isVersion: boolean
  readonly isArray: boolean
  readonly precision?: unknown
  readonly transformer?: Transformer | readonly Transformer[]
}

/** The part of an entity's metadata that is read. */
export type TypeormMetadata = {
  readonly target: object | string
  readonly name: string
  readonly tableName: string
  readonly schema?: string
  readonly columns: readonly ColumnMetadata[]
  readonly listeners: readonly { readonly type: string }[]
  readonly deleteDateColumn?: unknown
  readonly discriminatorColumn?: unknown
}

/** The part of a data source that describes its tables. */
export type TypeormTables = {
  readonly options: { readonly timezone?: unknown }
  readonly driver: object
  readonly subscribers: readonly object[]
  hasMetadata(entity: never): boolean
  getMetadata(entity: never): TypeormMetadata
}
