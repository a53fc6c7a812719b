{{/* Every object of a service; the only line of its chart's templates. */}}
{{- define "posthorn.all" -}}
{{- include "posthorn.check" . -}}
{{- range $part := list "account" "indexes" "migrations" "deployment" "kubeService" "smtp" "certificate" "ingress" "scaling" "disruption" "network" "monitor" "test" }}
{{- with include (printf "posthorn.%s" $part) $ | trim }}
---
{{ . }}
{{- end }}
{{- end }}
{{- end }}
