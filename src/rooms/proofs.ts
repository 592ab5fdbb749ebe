import type { Proof } from '../schema/run/task.ts';

/** So many proofs as fit. A name that is cut would be another: whatever is too long is left out, and proves nothing. */
export function fewProofs(proofs: readonly Proof[], bytes: number): Proof[] {
  let remaining = bytes;
  return proofs.filter((proof) => {
    const size = new TextEncoder().encode(JSON.stringify(proof)).length;
    const fits = size <= remaining && size <= 300;
    if (fits) remaining -= size;
    return fits;
  });
}
