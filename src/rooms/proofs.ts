import type { Proof } from '../schema/run/task.ts';

/**
 * As many proofs as fit into `bytes`. A proof whose name is too long is left out, because a shortened name would mean
 * another test.
 */
export function fewProofs(proofs: readonly Proof[], bytes: number): Proof[] {
  let remaining = bytes;
  return proofs.filter((proof) => {
    const size = new TextEncoder().encode(JSON.stringify(proof)).length;
    const fits = size <= remaining && size <= 300;
    if (fits) remaining -= size;
    return fits;
  });
}
