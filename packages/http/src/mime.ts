/**
 * Detects the media type from the file's signature, for types that have one and are accepted by the provider. Returns undefined for other
 * types, such as text and office documents.
 */
export function mimeOf(bytes: Buffer): string | undefined {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
  if (starts('\xFF\xD8\xFF')) return 'image/jpeg'
  if (starts('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  if (starts('ftyp', 4)) return ofBrand(bytes.toString('latin1', 8, 12))
  if (starts('OggS')) return 'audio/ogg'
  if (starts('#!AMR')) return 'audio/amr'
  if (starts('ID3')) return 'audio/mpeg'
  if (starts('%PDF-')) return 'application/pdf'
  return ofStream(bytes)
}

/** Brands of images (HEIC, AVIF, JPEG 2000, Canon) and of QuickTime movies, which share MP4's container. */
const foreignBrand = /^(hei|hev|mif1|msf1|avi[fs]|jp[2x]|crx|qt)/

/** Returns the type that the brand of an MP4 container stands for. */
function ofBrand(brand: string): string | undefined {
  if (foreignBrand.test(brand)) return undefined
  if (brand.startsWith('3g')) return 'video/3gpp'
  return brand.startsWith('M4A') ? 'audio/mp4' : 'video/mp4'
}

/** MPEG audio starts with eleven set bits. Two more bits are the layer, both 0 for AAC. */
function ofStream(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'
}
