# All images from one build: VERSION=1.0.0 docker buildx bake -f docker/bake.hcl
# With the bill of materials of each (SPDX) and its provenance, to a registry: --set '*.tags=…' --sbom=true --provenance=true --push
variable "VERSION" { default = "local" }
variable "REVISION" { default = "unknown" }
variable "REGISTRY" { default = "" }

group "default" { targets = ["program", "cli"] }

target "program" {
  name = "posthorn-${app}"
  matrix = { app = ["gateway", "messaging", "contacts", "groups", "numbers", "webhooks", "directory", "simulator"] }
  context = "."
  dockerfile = "docker/Dockerfile"
  target = "program"
  args = { APP = app, VERSION = VERSION, REVISION = REVISION }
  tags = ["${REGISTRY}posthorn-${app}:${VERSION}"]
}

target "cli" {
  context = "."
  dockerfile = "docker/Dockerfile"
  target = "cli"
  args = { VERSION = VERSION, REVISION = REVISION }
  tags = ["${REGISTRY}posthorn-cli:${VERSION}"]
}
