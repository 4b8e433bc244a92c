/** Sound as a wav file, which every browser plays and the server takes: Protocol, 'Files'. */

const HEAD_BYTES = 44;

/** One channel of samples between -1 and 1, as 16 bits each. */
export function wavOf(samples: Float32Array, rate: number): Blob {
  const bytes = new DataView(new ArrayBuffer(HEAD_BYTES + samples.length * 2));
  const word = (at: number, text: string) =>
    [...text].forEach((sign, by) => {
      bytes.setUint8(at + by, sign.charCodeAt(0));
    });
  word(0, "RIFF");
  bytes.setUint32(4, HEAD_BYTES - 8 + samples.length * 2, true);
  word(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  // Uncompressed, one channel.
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, "data");
  bytes.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) => {
    const level = Math.max(-1, Math.min(1, sample));
    bytes.setInt16(HEAD_BYTES + at * 2, Math.round(level < 0 ? level * 32_768 : level * 32_767), true);
  });
  return new Blob([bytes.buffer], { type: "audio/wav" });
}
