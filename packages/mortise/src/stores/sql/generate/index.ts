export { type GenerateOptions, type GenerateTarget, generate } from "./generate.ts"
