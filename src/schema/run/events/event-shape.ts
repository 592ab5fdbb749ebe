import { z } from 'zod';

export const task = z.string();
export const attempt = z.number().int().positive();
/** The name of a blob: the SHA-256 of its bytes. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** The name of a git tree. */
export const tree = z.string();
export const usd = z.number().nonnegative();
export const tokens = z.number().int().nonnegative();

export const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });
