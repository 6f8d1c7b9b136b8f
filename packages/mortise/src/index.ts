export type { Adapter, MortiseAdapter, SqlAdapter } from "./contract/adapter.ts"
export { extras, manifest, slots, upkeep } from "./contract/adapter-parts.ts"
export { canonicalEmail } from "./contract/canonical-email.ts"
export { type ErrorCode, type ErrorDetails, errorCodes, MortiseError } from "./contract/errors.ts"
export type { Extras, SignUp } from "./contract/extras.ts"
export {
  boolean,
  type DateStorage,
  date,
  type Field,
  type FieldOptions,
  integer,
  type Json,
  json,
  number,
  text,
} from "./contract/fields.ts"
export { type Guarantee, guarantees } from "./contract/guarantees.ts"
export type { Guarded } from "./contract/guarded.ts"
export type { Manifest } from "./contract/manifest.ts"
export type { ModelName } from "./contract/models.ts"
export { type OperationName, operationNames } from "./contract/operation-names.ts"
export { printMail } from "./contract/print-mail.ts"
export type { Key } from "./contract/rows.ts"
export type {
  EmailMode,
  ExtraFields,
  IdMode,
  Naming,
  PresetName,
  Schema,
  SchemaOptions,
  UnknownFields,
} from "./contract/schema.ts"
export { sessionCallback } from "./contract/session-callback.ts"
export type { SlotResult, Slots } from "./contract/slots.ts"
export type { ForTenant } from "./contract/tenants.ts"
export type {
  Account,
  AccountKey,
  Authenticator,
  Changes,
  NewRows,
  Rows,
  Session,
  Slot,
  User,
  UserFields,
  VerificationToken,
} from "./contract/types.ts"
export type {
  Page,
  PageOptions,
  RepairOptions,
  RepairReport,
  SweepOptions,
  Upkeep,
} from "./contract/upkeep.ts"
export { defineSchema } from "./schema/define-schema.ts"
