import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** Settings of the storage, as `config.ts` describes them. */
export type StorageSettings = {
  FILES_DIR: string
  FILES_BUCKET?: string | undefined
  FILES_S3_REGION: string
  FILES_S3_URL?: string | undefined
  FILES_S3_PATH_STYLE: boolean
  FILES_S3_ACCESS_KEY?: string | undefined
  FILES_S3_SECRET_KEY?: string | undefined
}

/** The storage of this deployment: a bucket where one is named, else a folder. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const { FILES_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKeyId, FILES_S3_SECRET_KEY: secretAccessKey } = settings
  if (bucket === undefined) return folderStorage(settings.FILES_DIR)
  // Read only where it is used: it is most of what this service would load.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage({
    bucket,
    region: settings.FILES_S3_REGION,
    endpoint: settings.FILES_S3_URL,
    pathStyle: settings.FILES_S3_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}
