{{- define "posthorn.deployment" -}}
{{- $traits := include "posthorn.traits" . | fromYaml -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "posthorn.metadata" . | nindent 2 }}
  {{- if include "posthorn.replicas" . }}
  # Helm wrote how many pods there are, and must go on: a number that goes from a manifest becomes 1.
  annotations:
    posthorn/replicas: written
  {{- end }}
spec:
  {{- with include "posthorn.replicas" . }}
  replicas: {{ . }}
  {{- end }}
  revisionHistoryLimit: 5
  # The new pod is ready before an old one goes.
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "posthorn.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "posthorn.labels" . | nindent 8 }}
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        {{- if not .Values.global.serviceMonitor.enabled }}
        prometheus.io/scrape: "true"
        prometheus.io/port: "9090"
        prometheus.io/path: /metrics
        {{- end }}
        {{- with .Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "posthorn.accountName" . }}
      {{- include "posthorn.podSecurity" . | nindent 6 }}
      {{- with .Values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      # The service ends by itself {{ $traits.stopSeconds }} s after SIGTERM at the latest; before that comes the pause of preStop.
      terminationGracePeriodSeconds: {{ add $traits.stopSeconds .Values.preStopSeconds }}
      topologySpreadConstraints:
        {{- include "posthorn.spread" . | trim | nindent 8 }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          image: {{ include "posthorn.image" . }}
          imagePullPolicy: {{ include "posthorn.pullPolicy" . }}
          {{- include "posthorn.containerSecurity" . | nindent 10 }}
          env:
            {{- include "posthorn.environment" . | nindent 12 }}
            {{- if $traits.spool }}
            - name: SPOOL_DIR
              value: /var/spool/posthorn
            {{- end }}
          ports:
            {{- include "posthorn.ports" . | trim | nindent 12 }}
          startupProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          {{- if .Values.preStopSeconds }}
          # Until every node has taken the pod out of its endpoints.
          lifecycle:
            preStop:
              sleep:
                seconds: {{ .Values.preStopSeconds }}
          {{- end }}
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- include "posthorn.filesMount" . | trim | nindent 12 }}
            {{- if include "posthorn.certificateSecret" . }}
            - name: certificate
              mountPath: /certificate
              readOnly: true
            {{- end }}
            {{- if $traits.spool }}
            - name: spool
              mountPath: /var/spool/posthorn
            {{- end }}
            {{- with .Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 256Mi
        {{- include "posthorn.filesVolume" . | trim | nindent 8 }}
        {{- if include "posthorn.certificateSecret" . }}
        # Named as CERT_PATH wants them. A mount of the whole folder follows renewals.
        - name: certificate
          secret:
            secretName: {{ include "posthorn.certificateSecret" . }}
            items:
              - { key: tls.key, path: privkey.pem }
              - { key: tls.crt, path: fullchain.pem }
        {{- end }}
        {{- if $traits.spool }}
        # Goes with the pod, stays when its container is killed.
        - name: spool
          emptyDir:
            sizeLimit: 16Mi
        {{- end }}
        {{- with .Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}
