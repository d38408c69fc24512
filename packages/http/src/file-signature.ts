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
  // The provider takes no other sound in an Ogg file than Opus, which its first page names.
  if (starts('OggS') && bytes.subarray(0, oggPageBytesMax).includes('OpusHead')) return 'audio/ogg'
  if (starts('#!AMR')) return 'audio/amr'
  if (starts('ID3')) return 'audio/mpeg'
  if (starts('%PDF-')) return 'application/pdf'
  return ofStream(bytes)
}

/** Length of an Ogg page with an Opus header of any kind: 28 bytes before the header, then up to 276. */
const oggPageBytesMax = 304

/** Brands of images (HEIC, AVIF, JPEG 2000, Canon) and of QuickTime movies, which share MP4's container. */
const foreignBrand = /^(hei|hev|mif1|msf1|avi[fs]|jp[2x]|crx|qt)/

/** Returns the type that the brand of an MP4 container stands for. */
function ofBrand(brand: string): string | undefined {
  if (foreignBrand.test(brand)) return undefined
  if (brand.startsWith('3g')) return 'video/3gpp'
  return brand.startsWith('M4A') ? 'audio/mp4' : 'video/mp4'
}

/** MPEG audio starts with eleven set bits. Two more bits are the layer: both 0 for AAC, both 1 for Layer I, as which UTF-16 text also begins. */
function ofStream(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes
  const layer = second & 0x06
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || layer === 0x06) return undefined
  return layer === 0 ? 'audio/aac' : 'audio/mpeg'
}
