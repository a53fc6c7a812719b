{{/* Everything here takes the chart's root context: `.Chart.Name` is the service's name, traits.yaml what its code says of it. */}}

{{- define "posthorn.traits" -}}
{{ .Files.Get "traits.yaml" }}
{{- end }}

{{/* `true` for a service that takes mail by SMTP, where settings turn that on; else nothing. */}}
{{- define "posthorn.takesMail" -}}
{{- with (include "posthorn.traits" . | fromYaml).smtp -}}
{{- if not (has (toString (index (include "posthorn.config" $ | fromYaml) .setting | default "")) (list "" "false")) }}true{{ end -}}
{{- end -}}
{{- end }}

{{- define "posthorn.name" -}}
{{ .Values.nameOverride | default .Chart.Name }}
{{- end }}

{{/* With room for `-migrations` in a label's 63 characters. A name that is cut ends in a hash of the whole, so that no two become one. */}}
{{- define "posthorn.shortened" -}}
{{- $name := . -}}
{{- if gt (len $name) 52 -}}{{ printf "%s-%s" (trunc 43 $name | trimSuffix "-") (sha256sum $name | trunc 8) }}{{- else -}}{{ $name }}{{- end -}}
{{- end }}

{{- define "posthorn.fullname" -}}
{{ include "posthorn.shortened" (.Values.fullnameOverride | default (printf "%s-%s" .Release.Name (include "posthorn.name" .))) }}
{{- end }}

{{/*
Where the command `posthorn` finds the services it asks (cli/operator/services.ts). A chart knows no other's nameOverride: where one is set,
extraEnv says POSTHORN_GRPC.
*/}}
{{- define "posthorn.grpcAddresses" -}}
{{- $addresses := list -}}
{{- range $service := list "accounts" "campaigns" "contacts" "delivery" "events" "workflows" -}}
{{- $name := eq $service $.Chart.Name | ternary (include "posthorn.fullname" $) (include "posthorn.shortened" (printf "%s-%s" $.Release.Name $service)) -}}
{{- $addresses = append $addresses (printf "%s=%s:50051" $service $name) -}}
{{- end -}}
{{ join "," $addresses }}
{{- end }}

{{- define "posthorn.accountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "posthorn.fullname" .) }}
{{- else -}}
{{ required "\n\nserviceAccount.name is missing: with serviceAccount.create=false it names the one that is there already.\n" .Values.serviceAccount.name }}
{{- end -}}
{{- end }}

{{/* All pods of a service, its jobs too. */}}
{{- define "posthorn.pods" -}}
app.kubernetes.io/name: {{ include "posthorn.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "posthorn.selector" -}}
{{ include "posthorn.pods" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "posthorn.commonLabels" -}}
{{ include "posthorn.pods" . }}
app.kubernetes.io/part-of: posthorn
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "posthorn.labels" -}}
{{ include "posthorn.commonLabels" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "posthorn.jobLabels" -}}
{{ include "posthorn.commonLabels" . }}
app.kubernetes.io/component: job
{{- end }}

{{- define "posthorn.testLabels" -}}
{{ include "posthorn.commonLabels" . }}
app.kubernetes.io/component: test
{{- end }}

{{- define "posthorn.image" -}}
{{- $image := mergeOverwrite (deepCopy .Values.global.image) (.Values.image | default dict) -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "posthorn.pullPolicy" -}}
{{ (mergeOverwrite (deepCopy .Values.global.image) (.Values.image | default dict)).pullPolicy }}
{{- end }}

{{- define "posthorn.metadata" -}}
name: {{ include "posthorn.fullname" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "posthorn.labels" . | nindent 2 }}
{{- end }}
