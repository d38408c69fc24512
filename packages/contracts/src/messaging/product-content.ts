import { z } from 'zod'
import { providerBounds as bounds } from '../provider-rules/index.ts'
import { named, text, visibleText } from '../schemas.ts'

const catalogId = text(1, 100).describe("The provider's id for the catalog")
const productId = text(1, 100).describe('Your product id in the catalog')

export const productInput = named('ProductToSend', z.object({ catalogId, productId }).strict())

export const productsInput = named(
  'ProductsContent',
  z
    .object({
      catalogId,
      sections: z
        .array(
          z
            .object({
              title: visibleText(bounds.sectionTitle.max)
                .optional()
                .describe('Heading of the section; required when there are several sections'),
              productIds: z
                .array(productId)
                .min(1)
                .max(bounds.products.max)
                .describe('Your ids for the products in the catalog'),
            })
            .strict(),
        )
        .min(1)
        .max(bounds.sections.max)
        .describe('Groups of products'),
    })
    .strict(),
)

export const catalogInput = named(
  'CatalogContent',
  z
    .object({
      thumbnailProductId: productId.describe('Your id for the product whose image is shown above the text'),
    })
    .strict(),
)
