{{/* A job before the new version's first pod: an upgrade whose job fails stops there. Takes (dict "root" $ "name" "indexes" "weight" "0"). */}}
{{- define "posthorn.job" -}}
{{- $name := .name -}}
{{- $weight := .weight -}}
{{- with .root -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "posthorn.fullname" . }}-{{ $name }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "posthorn.jobLabels" . | nindent 4 }}
  annotations:
    # With servers for trying out there is nothing to connect to before the install.
    helm.sh/hook: {{ .Values.global.trial.mongodb | ternary "post-install,post-upgrade" "pre-install,pre-upgrade" }}
    helm.sh/hook-weight: {{ $weight | quote }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 3
  activeDeadlineSeconds: {{ (index .Values $name).activeDeadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "posthorn.jobLabels" . | nindent 8 }}
    spec:
      restartPolicy: Never
      {{- include "posthorn.podSecurity" . | nindent 6 }}
      {{- with .Values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $name }}
          image: {{ include "posthorn.image" . }}
          imagePullPolicy: {{ include "posthorn.pullPolicy" . }}
          args: [services/{{ $name }}.ts]
          {{- include "posthorn.containerSecurity" . | nindent 10 }}
          env:
            {{- include "posthorn.environment" . | nindent 12 }}
          resources:
            requests: { cpu: 100m, memory: 192Mi }
            limits: { memory: 512Mi }
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- include "posthorn.filesMount" . | trim | nindent 12 }}
            {{- with .Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
        {{- include "posthorn.filesVolume" . | trim | nindent 8 }}
        {{- with .Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}
{{- end }}

{{/* Collections and indexes of this service. */}}
{{- define "posthorn.indexes" -}}
{{- if (include "posthorn.traits" . | fromYaml).models -}}
{{ include "posthorn.job" (dict "root" . "name" "indexes" "weight" "0") }}
{{- end }}
{{- end }}

{{/* Its stored data in the shape that this version reads, after the indexes. */}}
{{- define "posthorn.migrations" -}}
{{- if (include "posthorn.traits" . | fromYaml).migrations -}}
{{ include "posthorn.job" (dict "root" . "name" "migrations" "weight" "1") }}
{{- end }}
{{- end }}
