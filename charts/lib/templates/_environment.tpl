{{/* A setting's value as text: YAML reads 1000000 as a float, which would be printed as 1e+06. */}}
{{- define "posthorn.text" -}}
{{- if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/* Settings of this service: those of all services, its own over them. As YAML. */}}
{{- define "posthorn.config" -}}
{{ merge (deepCopy (.Values.config | default dict)) (.Values.global.config | default dict) | toYaml }}
{{- end }}

{{/* Setting → { name, key } of a Secret. As YAML. */}}
{{- define "posthorn.secrets" -}}
{{ merge (deepCopy (.Values.secrets | default dict)) (.Values.global.secrets | default dict) | toYaml }}
{{- end }}

{{/* Addresses of the servers that are run for trying out. As YAML. */}}
{{- define "posthorn.trial" -}}
{{- $trial := .Values.global.trial | default dict -}}
{{- if $trial.mongodb }}
MONGODB_URI: mongodb://{{ .Release.Name }}-mongodb:27017/?replicaSet=rs0
{{- end }}
{{- if $trial.nats }}
NATS_URL: nats://{{ .Release.Name }}-nats:4222
{{- end }}
{{- if $trial.valkey }}
REDIS_URL: redis://{{ .Release.Name }}-valkey:6379
{{- end }}
{{- if $trial.temporal }}
TEMPORAL_ADDRESS: {{ .Release.Name }}-temporal:7233
{{- end }}
{{- end }}

{{/* Says what is missing before anything is installed; the services themselves would say it at boot. */}}
{{- define "posthorn.check" -}}
{{- $config := include "posthorn.config" . | fromYaml -}}
{{- $secrets := include "posthorn.secrets" . | fromYaml -}}
{{- $trial := include "posthorn.trial" . | fromYaml -}}
{{- $production := eq (index $config "NODE_ENV" | default "production") "production" -}}
{{- range $name := list "JWT_SECRET" "MONGODB_URI" "NATS_URL" "REDIS_URL" -}}
{{- if not (or (hasKey $secrets $name) (hasKey $trial $name)) -}}
{{- fail (printf "\n\n%s is missing: give global.secrets.%s the name and the key of a Secret that holds it.\n" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if not (or (hasKey $config "TEMPORAL_ADDRESS") (hasKey $trial "TEMPORAL_ADDRESS")) -}}
{{- fail "\n\nTEMPORAL_ADDRESS is missing: give global.config.TEMPORAL_ADDRESS the host:port of Temporal's frontend.\n" -}}
{{- end -}}
{{- if $production -}}
{{- if $trial -}}
{{- fail "\n\nglobal.trial runs servers of one pod, without passwords or backups. Production needs servers of your own: leave global.trial out, or set global.config.NODE_ENV to development.\n" -}}
{{- end -}}
{{- $provider := index $config "MAIL_PROVIDER" | default (hasKey $secrets "SMTP_URL" | ternary "smtp" "capture") -}}
{{- if eq $provider "capture" -}}
{{- fail "\n\nMAIL_PROVIDER=capture keeps all mail in the development inbox and is refused in production. Set global.config.MAIL_PROVIDER, and for smtp global.secrets.SMTP_URL.\n" -}}
{{- end -}}
{{- if and (eq $provider "smtp") (not (hasKey $secrets "SMTP_URL")) -}}
{{- fail "\n\nSMTP_URL is missing: MAIL_PROVIDER=smtp needs global.secrets.SMTP_URL, the name and the key of a Secret that holds it.\n" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "posthorn.environment" -}}
{{- $config := include "posthorn.config" . | fromYaml -}}
{{- $trial := include "posthorn.trial" . | fromYaml -}}
{{- $secrets := include "posthorn.secrets" . | fromYaml -}}
- name: SERVICES
  value: {{ .Chart.Name }}
- name: NODE_ENV
  value: {{ index $config "NODE_ENV" | default "production" }}
- name: ADMIN_HOST
  value: 0.0.0.0
- name: GRPC_HOST
  value: 0.0.0.0
- name: HOST
  value: 0.0.0.0
- name: GRPC_ADVERTISE
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
{{- range $name, $value := merge $trial (omit $config "NODE_ENV") }}
- name: {{ $name }}
  value: {{ include "posthorn.text" $value | quote }}
{{- end }}
{{- range $name, $reference := $secrets }}
{{- if not (hasKey $trial $name) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $reference.name }}
      key: {{ $reference.key }}
{{- end }}
{{- end }}
{{- end }}
