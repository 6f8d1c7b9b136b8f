export { canonicalEmail } from "./contract/canonical.ts"
export { type ErrorCode, type ErrorDetails, errorCodes, MortiseError } from "./contract/errors.ts"
export { type Extras, extras, type Guarded, type SignUp } from "./contract/extras.ts"
export {
  boolean,
  date,
  type Field,
  type FieldOptions,
  integer,
  type Json,
  json,
  number,
  text,
} from "./contract/fields.ts"
export { type Manifest, manifest } from "./contract/manifest.ts"
export type { ModelName } from "./contract/models.ts"
export { type OperationName, operationNames } from "./contract/operations.ts"
export type { Key } from "./contract/rows.ts"
export {
  defineSchema,
  type ExtraFields,
  type IdMode,
  type Naming,
  type Schema,
  type SchemaOptions,
  type UnknownFields,
} from "./contract/schema.ts"
export { type Slots, slots } from "./contract/slots.ts"
export type {
  Account,
  AccountKey,
  Adapter,
  Authenticator,
  Changes,
  NewRows,
  Rows,
  Session,
  Slot,
  User,
  VerificationToken,
} from "./contract/types.ts"
export { type Page, type PageOptions, type SweepOptions, type Upkeep, upkeep } from "./contract/upkeep.ts"
